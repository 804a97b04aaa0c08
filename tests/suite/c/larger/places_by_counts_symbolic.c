// Places of bytes by counts, as a block sort has them: each is marked in a word, and no place is marked twice. The starts are in an array
// of their own. If a start is not counted up, equal bytes have one place.
#include <assert.h>
#include <pleach.h>

enum { COUNT = 4 };

static unsigned marked(const unsigned char *s, int values, int mask, int step) {
    unsigned count[256] = {0}, start[256], sum = 0, marks = 0;
    for (int i = 0; i < COUNT; i++)
        count[s[i] & mask]++;
    for (int i = 0; i < values; i++) {
        start[i] = sum;
        sum += count[i];
    }
    for (int i = 0; i < COUNT; i++) {
        unsigned place = start[s[i] & mask];
        start[s[i] & mask] += step;
        marks |= 1u << place;
    }
    return marks;
}

int main(void) {
    unsigned char s[COUNT];
    pleach_symbolic(s, sizeof s, "s");
    assert(marked(s, 16, 15, 1) == (1u << COUNT) - 1);
    assert(marked(s, 16, 15, 0) == (1u << COUNT) - 1); //~ error: assert
    return 0;
}
// paths: 2
// errors: 1
