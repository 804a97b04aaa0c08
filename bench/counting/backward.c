// Counting sort as textbooks have it: each count becomes the number of inputs up to it, and the inputs are taken from the last
// to the first.
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 5
#endif

int main(void) {
    unsigned char s[N], out[N];
    unsigned count[256] = {0};
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++)
        count[s[i]]++;
    for (int i = 1; i < 256; i++)
        count[i] += count[i - 1];
    for (int i = N - 1; i >= 0; i--)
        out[--count[s[i]]] = s[i];
    for (int i = 1; i < N; i++)
        assert(out[i - 1] <= out[i]);
    return 0;
}
