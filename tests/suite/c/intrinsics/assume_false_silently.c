// The same with the switch that makes it silent: no report, no test.
// run: --silent-klee-assume
// coverage: no a path that ends silently has no test
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x");
    if (x > 100) {
        klee_assume(x < 50);
        return 1; //~ dead
    }
    return 0;
}

// paths: 1
// tests: 1
