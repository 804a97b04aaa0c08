// Counting sort: a histogram, positions by sums of counts, and each input moved to its position. The result is sorted, and as
// long as the input.
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 4
#endif
#ifndef VALUES
#define VALUES 256
#endif
#ifndef COUNT
#define COUNT int
#endif

int main(void) {
    unsigned char s[N], out[N];
    COUNT count[VALUES] = {0};
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++)
        s[i] %= VALUES;
    for (int i = 0; i < N; i++)
        count[s[i]]++;
    int sum = 0;
    for (int i = 0; i < VALUES; i++) {
        int here = count[i];
        count[i] = sum;
        sum += here;
    }
    assert(sum == N);
    for (int i = 0; i < N; i++)
        out[count[s[i]]++] = s[i];
    for (int i = 1; i < N; i++)
        assert(out[i - 1] <= out[i]);
    return 0;
}
