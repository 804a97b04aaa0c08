// _Exit runs no atexit functions; what was printed so far is there once it is flushed.
#include <stdio.h>
#include <stdlib.h>

static void never(void) {
    puts("never"); //~ dead
}

int main(void) {
    atexit(never);
    puts("before");
    fflush(stdout);
    _Exit(9);
}
// paths: 1
