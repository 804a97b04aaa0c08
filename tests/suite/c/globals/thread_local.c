// Thread-local variables of the only thread, with initial values, static in functions, and their addresses.
#include <stdio.h>
#include <threads.h>

thread_local int number = 41;
static _Thread_local char text[8] = "local";
static __thread int zero;

static int *count(void) {
    static thread_local int calls = 10;
    calls++;
    return &calls;
}

int main(void) {
    number++;
    text[0] = 'L';
    int *p = &zero;
    *p += 3;
    printf("%d %s %d\n", number, text, zero);
    count();
    printf("%d\n", *count());
    printf("%d\n", count() == count());
    return 0;
}
// paths: 1
