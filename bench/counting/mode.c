// The most frequent input, by a histogram that is looked at where the inputs are.
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 4
#endif

int main(void) {
    unsigned char s[N];
    int count[256] = {0}, best = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++)
        count[s[i]]++;
    for (int i = 1; i < N; i++)
        if (count[s[i]] > count[s[best]])
            best = i;
    int same = 0;
    for (int i = 0; i < N; i++)
        same += s[i] == s[best];
    assert(same == count[s[best]]);
    return best;
}
