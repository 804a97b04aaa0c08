/* A sum whose possible values are as many as there are ways to add: the i-th of COUNT numbers is 0 or 2^i, and the sum is
 * multiplied by a number that is 0 or 1. One path. With CONTROL, without the factor. */
#include "ase.h"

#ifndef COUNT
#define COUNT 20
#endif

int main(void) {
    word terms[COUNT];
    klee_make_symbolic(terms, sizeof terms, "terms");
    word sum = 0;
    for (size_t i = 0; i < COUNT; i++) {
        klee_assume((terms[i] == 0) | (terms[i] == (word)2 << i));
        sum += terms[i];
    }
#ifndef CONTROL
    sum *= input(0, 1, "factor");
#endif
    klee_assert(sum <= ((word)2 << COUNT) - 2);
    return 0;
}
