// Counting sort by a key of each byte, which several bytes may have. The result is sorted by the keys, and has each byte as often
// as the input.
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 4
#endif
#ifndef VALUES
#define VALUES 16
#endif
#ifndef COUNT
#define COUNT int
#endif
#ifndef KEY
#define KEY(x) ((x) % VALUES)
#endif

int main(void) {
    unsigned char s[N], out[N];
    COUNT count[VALUES] = {0};
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++)
        count[KEY(s[i])]++;
    for (int i = 1; i < VALUES; i++)
        count[i] += count[i - 1];
    for (int i = N - 1; i >= 0; i--)
        out[--count[KEY(s[i])]] = s[i];
    for (int i = 1; i < N; i++)
        assert(KEY(out[i - 1]) <= KEY(out[i]));
    for (int i = 0; i < N; i++) {
        int before = 0, after = 0;
        for (int j = 0; j < N; j++) {
            before += s[j] == s[i];
            after += out[j] == s[i];
        }
        assert(before == after);
    }
    return 0;
}
