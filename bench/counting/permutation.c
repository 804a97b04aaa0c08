// Whether some numbers are a permutation, by flags for those that were seen. Two that are equal are none.
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 4
#endif

int main(void) {
    unsigned char s[N], seen[256] = {0};
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++) {
        if (s[i] >= N)
            return 1;
        if (seen[s[i]])
            return 2;
        seen[s[i]] = 1;
    }
    assert(s[0] + s[1] + s[2] + s[3] == 6);
    return 0;
}
