// A program that defines its own assume and assert, as many do.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {
}

static void assume_abort_if_not(int cond) {
    if (!cond) {
        exit(0);
    }
}

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR: {
        reach_error(); //~ error: reach-error
        abort(); //~ dead
    }
    }
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    assume_abort_if_not(n <= 4);
    unsigned sum = 0;
    for (unsigned i = 0; i <= n; i++) {
        sum += i;
    }
    __VERIFIER_assert(sum == n * (n + 1) / 2);
    __VERIFIER_assert(sum != 6);
    return 0;
}

// Too large; 0 to 4, of which 3 fails.
// paths: 6
// errors: 1
