// The most frequent key, searched through all counts; the first of them wins.
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 3
#endif
#ifndef VALUES
#define VALUES 16
#endif

int main(void) {
    unsigned char s[N];
    int count[VALUES] = {0}, best = 0, same = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++)
        count[s[i] % VALUES]++;
    for (int i = 1; i < VALUES; i++)
        if (count[i] > count[best])
            best = i;
    for (int i = 0; i < N; i++)
        same += s[i] % VALUES == best;
    assert(same == count[best] && same >= 1);
    for (int i = 0; i < N; i++)
        assert(count[s[i] % VALUES] <= same);
    return 0;
}
