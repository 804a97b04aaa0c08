// An assumption that cannot hold on a path is reported.
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x");
    if (x > 100) {
        klee_assume(x < 50); //~ error: user
        return 1; //~ dead
    }
    return 0;
}

// paths: 2
// errors: 1
