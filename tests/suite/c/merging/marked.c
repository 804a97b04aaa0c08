// Paths that part in a marked region become one, with a choice in place of each value that differs.
#include <assert.h>
#include <pleach.h>

int main(void) {
    int x = pleach_int("x");
    int sign = 0;
    int table[4] = {1, 2, 3, 4};
    pleach_merge_begin();
    if (x < 0) {
        sign = -1;
        table[1] = x;
    } else if (x > 0) {
        sign = 1;
        table[2] = -5;
    }
    pleach_merge_end();
    assert((sign == 0) == (x == 0));
    assert(table[1] == (x < 0 ? x : 2));
    assert(table[2] == (x > 0 ? -5 : 3));
    return sign + 1;
}
// paths: any
