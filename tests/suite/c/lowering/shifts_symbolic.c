// Shifts by a symbolic distance: a distance of the width or more is an error, and below it they undo each other.
#include <pleach.h>
#include <stdint.h>

int main(void) {
    unsigned n;
    uint32_t x;
    int64_t y;
    pleach_symbolic(&n, sizeof n, "n");
    pleach_symbolic(&x, sizeof x, "x");
    pleach_symbolic(&y, sizeof y, "y");
    uint32_t up = x << n; //~ error: overshift
    pleach_assert(up >> n << n == up);
    pleach_assert((x >> n) <= x);
    pleach_assert((y >> n < 0) == (y < 0));
    uint64_t wide = (uint64_t)x << n;
    pleach_assert(wide >> n == x);
    y >>= n + 33; //~ error: overshift
    pleach_assert((y == 0) | (y == -1) | (n < 30));
    return 0;
}
// paths: 3
// errors: 2
