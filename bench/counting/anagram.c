// Whether two texts have the same letters: counts up for one, counts down for the other. Texts that are equal have.
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 3
#endif

int main(void) {
    unsigned char a[N], b[N];
    int count[256] = {0};
    klee_make_symbolic(a, sizeof a, "a");
    klee_make_symbolic(b, sizeof b, "b");
    for (int i = 0; i < N; i++) {
        count[a[i]]++;
        count[b[i]]--;
    }
    int different = 0;
    for (int i = 0; i < N; i++)
        different |= count[a[i]] | count[b[i]];
    if (different)
        assert(a[0] != b[0] || a[1] != b[1] || a[2] != b[2]);
    else
        assert(a[0] == b[0] || a[0] == b[1] || a[0] == b[2]);
    return !different;
}
