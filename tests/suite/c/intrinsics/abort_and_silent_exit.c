// klee_abort is an error; klee_silent_exit leaves without a test.
// coverage: no a path that ends silently has no test
#include <klee/klee.h>

int main(void) {
    switch (klee_range(0, 3, "x")) {
    case 0:
        klee_abort(); //~ error: abort
    case 1:
        klee_silent_exit(3); //~ reach
    }
    return 0;
}

// paths: 2
// tests: 2
