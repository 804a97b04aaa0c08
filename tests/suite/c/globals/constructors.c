// Constructors run before main by priority, destructors after it, and atexit functions before those.
#include <stdio.h>
#include <stdlib.h>

static int order;
static int seen[3];

__attribute__((constructor(200))) static void later(void) { seen[1] = ++order; }
__attribute__((constructor(101))) static void earlier(void) { seen[0] = ++order; }
__attribute__((constructor)) static void last(void) { seen[2] = ++order; }

__attribute__((destructor(101))) static void very_end(void) { printf("very end\n"); }
__attribute__((destructor(200))) static void end(void) { printf("end\n"); }
__attribute__((destructor)) static void after_main(void) { printf("after main\n"); }

static void at_exit(void) { printf("atexit\n"); }

int main(void) {
    atexit(at_exit);
    printf("%d %d %d\n", seen[0], seen[1], seen[2]);
    return 4;
}
// paths: 1
