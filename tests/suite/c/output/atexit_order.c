// Handlers run in reverse order, after main or exit, and not after _Exit.
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>

static int counter;

static void first(void) {
    printf("first %d\n", ++counter);
}

static void second(void) {
    printf("second %d\n", ++counter);
    fflush(stdout);
}

int main(void) {
    atexit(first);
    atexit(second);
    switch (pleach_range(0, 3, "how")) {
    case 0:
        exit(3);
    case 1:
        _Exit(4);
    }
    printf("main\n");
    return 5;
}

// paths: 3
