// Places of bytes by counts, from starts in an array of their own, collected as marks in a word. Every place is marked.
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 4
#endif
#ifndef VALUES
#define VALUES 256
#endif

int main(void) {
    unsigned char s[N];
    unsigned count[VALUES] = {0}, start[VALUES], sum = 0, marks = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < N; i++)
        count[s[i] % VALUES]++;
    for (int i = 0; i < VALUES; i++) {
        start[i] = sum;
        sum += count[i];
    }
    for (int i = 0; i < N; i++) {
        unsigned mark = 1u << start[s[i] % VALUES]++;
#ifdef EACH
        assert(!(marks & mark));
#endif
        marks |= mark;
    }
    assert(marks == (1u << N) - 1);
    return 0;
}
