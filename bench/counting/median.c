// The median by a histogram: two passes, one that counts and one that goes through the counts until half of them are below.
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 3
#endif

int main(void) {
    unsigned char s[N], count[256] = {0};
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++)
        count[s[i]]++;
    int median = -1, seen = 0;
    for (int i = 0; i < 256; i++) {
        seen += count[i];
        if (median < 0)
            median = seen > N / 2 ? i : -1;
    }
    int below = 0, above = 0;
    for (int i = 0; i < N; i++) {
        below += s[i] < median;
        above += s[i] > median;
    }
    assert(below <= N / 2 && above <= N / 2);
    return 0;
}
