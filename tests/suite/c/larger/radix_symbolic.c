// A radix sort by two digits sorts three numbers, and loses none; from the first to the last by counts that are counted down it does not.
#include <assert.h>
#include <pleach.h>

enum { COUNT = 3, DIGIT = 2, BASE = 1 << DIGIT };

static void sort_by_digit(unsigned char *s, int shift, int from_the_end) {
    int count[BASE] = {0};
    unsigned char sorted[COUNT];
    for (int i = 0; i < COUNT; i++)
        count[(s[i] >> shift) & (BASE - 1)]++;
    for (int i = 1; i < BASE; i++)
        count[i] += count[i - 1];
    for (int i = 0; i < COUNT; i++) {
        unsigned char next = from_the_end ? s[COUNT - 1 - i] : s[i];
        sorted[--count[(next >> shift) & (BASE - 1)]] = next;
    }
    for (int i = 0; i < COUNT; i++)
        s[i] = sorted[i];
}

int main(void) {
    unsigned char s[COUNT], right[COUNT], wrong[COUNT];
    pleach_symbolic(s, sizeof s, "s");
    for (int i = 0; i < COUNT; i++)
        right[i] = wrong[i] = s[i] &= BASE * BASE - 1;
    for (int shift = 0; shift < 2 * DIGIT; shift += DIGIT)
        sort_by_digit(right, shift, 1);
    for (int i = 1; i < COUNT; i++)
        assert(right[i - 1] <= right[i]);
    for (int i = 0; i < COUNT; i++) {
        int before = 0, after = 0;
        for (int j = 0; j < COUNT; j++) {
            before += s[j] == s[i];
            after += right[j] == s[i];
        }
        assert(before == after);
    }
    for (int shift = 0; shift < 2 * DIGIT; shift += DIGIT)
        sort_by_digit(wrong, shift, 0);
    assert(wrong[0] <= wrong[1]); //~ error: assert
    return 0;
}
// paths: 2
// errors: 1
