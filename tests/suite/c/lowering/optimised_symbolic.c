// Compiled with -O2, a chain of tests becomes one select or a table: fewer paths than lines, and the same bug.
// cflags: -O2
#include <pleach.h>

static const int prices[4] = {10, 25, 50, 100};
static const int *volatile table = prices;

int main(void) {
    unsigned n = (unsigned)pleach_range(0, 6, "n");
    unsigned clamped = n > 4 ? 4 : n;
    int price = table[clamped]; //~ error: out-of-bounds
    return price > 30;
}
// paths: 2
// errors: 1
