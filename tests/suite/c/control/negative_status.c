// A negative result of main is an exit status of 8 bits; main runs atexit functions too.
#include <stdio.h>
#include <stdlib.h>

static void goodbye(void) {
    puts("goodbye");
}

int main(void) {
    if (atexit(goodbye) != 0) {
        return 1; //~ dead
    }
    return -3;
}
// paths: 1
