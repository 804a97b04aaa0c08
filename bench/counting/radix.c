// Radix sort: counting sort by each digit, the lowest first.
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 3
#endif
#ifndef DIGIT
#define DIGIT 4
#endif
#ifndef TYPE
#define TYPE char
#endif
#define BASE (1 << DIGIT)

int main(void) {
    unsigned TYPE s[N], sorted[N];
    klee_make_symbolic(s, sizeof s, "s");
    for (unsigned shift = 0; shift < 8 * sizeof s[0]; shift += DIGIT) {
        int count[BASE] = {0};
        for (int i = 0; i < N; i++)
            count[(s[i] >> shift) & (BASE - 1)]++;
        for (int i = 1; i < BASE; i++)
            count[i] += count[i - 1];
        for (int i = N - 1; i >= 0; i--)
            sorted[--count[(s[i] >> shift) & (BASE - 1)]] = s[i];
        for (int i = 0; i < N; i++)
            s[i] = sorted[i];
    }
    for (int i = 1; i < N; i++)
        assert(s[i - 1] <= s[i]);
    return 0;
}
