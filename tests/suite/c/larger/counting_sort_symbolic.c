// Counting sort of six bytes by their low four bits, in 16 counts: the result is sorted by them, and stable if the bytes are moved from the
// first to the last. From the last to the first it is not.
#include <assert.h>
#include <pleach.h>

enum { COUNT = 6, VALUES = 16 };

int main(void) {
    unsigned char s[COUNT];
    int count[VALUES] = {0}, from[COUNT], back[COUNT], again[VALUES], sum = 0;
    pleach_symbolic(s, sizeof s, "s");
    for (int i = 0; i < COUNT; i++)
        count[s[i] % VALUES]++;
    for (int i = 0; i < VALUES; i++) {
        int here = count[i];
        count[i] = again[i] = sum;
        sum += here;
    }
    assert(sum == COUNT);
    for (int i = 0; i < COUNT; i++)
        from[count[s[i] % VALUES]++] = i;
    for (int i = COUNT - 1; i >= 0; i--)
        back[again[s[i] % VALUES]++] = i;
    for (int i = 1; i < COUNT; i++)
        assert(s[from[i - 1]] % VALUES <= s[from[i]] % VALUES);
    assert(back[0] < back[1]); //~ error: assert
    return 0;
}
// paths: 2
// errors: 1
