// exit() from within calls runs the atexit functions, last one first, and keeps the low eight bits of the status.
// cflags: -Wno-infinite-recursion
#include <stdio.h>
#include <stdlib.h>

static int depth;

static void first(void) {
    printf("first\n");
}

static void second(void) {
    printf("second at depth %d\n", depth);
    if (depth == 4) {
        atexit(first);
    }
}

static void dive(int n) {
    depth = n;
    if (n == 4) {
        exit(0x1234);
    }
    dive(n + 1);
    printf("not here\n"); //~ dead
}

int main(void) {
    atexit(first);
    atexit(second);
    atexit(first);
    dive(0);
    return 1; //~ dead
}
// paths: 1
