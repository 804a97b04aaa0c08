// KLEE's own assertion.
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x");
    klee_assert(x != 12345); //~ error: assert
    klee_assert(x != 12345);
    return 0;
}

// paths: 2
// errors: 1
// writes: .assert.err
