// The first step of a block sort: the places of a short block by their first byte, stable, by counting; then where each place went.
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 3
#endif

int main(void) {
    unsigned char block[N];
    int ftab[257] = {0}, ptr[N];
    klee_make_symbolic(block, sizeof block, "block");
    for (int i = 0; i < N; i++)
        ftab[block[i]]++;
    for (int i = 1; i < 257; i++)
        ftab[i] += ftab[i - 1];
    for (int i = 0; i < N; i++) {
        int j = ftab[block[i]] - 1;
        ftab[block[i]] = j;
        ptr[j] = i;
    }
    for (int i = 1; i < N; i++)
        assert(block[ptr[i - 1]] <= block[ptr[i]]);
    return 0;
}
