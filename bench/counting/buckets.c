// Counting sort that writes the values out bucket by bucket; forks at each count.
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 3
#endif
#ifndef VALUES
#define VALUES 16
#endif

int main(void) {
    unsigned char s[N], out[N], count[VALUES] = {0};
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++)
        count[s[i] % VALUES]++;
    int written = 0;
    for (int value = 0; value < VALUES; value++)
        for (int left = count[value]; left > 0; left--)
            out[written++] = value;
    assert(written == N);
    for (int i = 1; i < N; i++)
        assert(out[i - 1] <= out[i]);
    return 0;
}
