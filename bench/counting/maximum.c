// The greatest count of a histogram, searched through all of it. No count is greater.
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 4
#endif
#ifndef VALUES
#define VALUES 16
#endif

int main(void) {
    unsigned char s[N];
    int count[VALUES] = {0}, most = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++)
        count[s[i] % VALUES]++;
    for (int i = 0; i < VALUES; i++)
        most = count[i] > most ? count[i] : most;
    assert(most >= 1 && most <= N);
    for (int i = 0; i < N; i++)
        assert(count[s[i] % VALUES] <= most);
    return 0;
}
