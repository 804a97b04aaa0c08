// SV-COMP's way to say what must not happen: the call of reach_error is the error.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

void reach_error(void) {
    assert(0); //~ dead
}

void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error(); //~ error: reach-error
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (x > 10 && y == 3 * x) {
        __VERIFIER_assert(y != 99);
    }
    return 0;
}

// x small; x large with another y; y as demanded and 99 or not.
// paths: 4
// errors: 1
