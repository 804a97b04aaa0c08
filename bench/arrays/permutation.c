/* A permutation that is the input: its inverse is made by writes at symbolic places, a table is sorted by it, and reads
 * through both must cancel each other out, p[q[i]] == i. The arrays are of 32-bit words, and every place is read from one of
 * them. */
#include "arrays.h"

#ifndef N
#define N 7
#endif

int main(void) {
    static uint32_t order[N], inverse[N], ranks[N], sorted[N];
    klee_make_symbolic(order, sizeof order, "order");
    unsigned seen = 0;
    for (unsigned i = 0; i < N; i++) {
        klee_assume(order[i] < N);
        seen |= 1u << order[i];
    }
    if (seen != (1u << N) - 1)
        return 1;
    for (uint32_t i = 0; i < N; i++) {
        inverse[order[i]] = i;
        ranks[i] = i * i + 10;
    }
    for (unsigned i = 0; i < N; i++)
        check((order[inverse[i]] == i) & (inverse[order[i]] == i));
    for (unsigned i = 0; i < N; i++)
        sorted[i] = ranks[order[i]];
    /* Places where the order falls: a path for each way to rise and fall. */
    unsigned falls = 0;
    for (unsigned i = 1; i < N; i++) {
        if (sorted[i] < sorted[i - 1]) {
            falls++;
            check(order[i] < order[i - 1]);
        }
    }
    for (unsigned i = 0; i < N; i++)
        check(sorted[inverse[i]] == ranks[i]);
    return falls > 0;
}
