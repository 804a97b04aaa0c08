// Numbers of 7 and 65 symbolic bits wrap at their own width.
#include <pleach.h>
#include <stdint.h>

typedef unsigned _BitInt(7) u7;
typedef _BitInt(65) s65;

int main(void) {
    uint8_t x;
    int64_t y;
    pleach_symbolic(&x, sizeof x, "x");
    pleach_symbolic(&y, sizeof y, "y");
    u7 small = (u7)x;
    pleach_assert((uint8_t)small == (x & 127));
    pleach_assert((uint8_t)(u7)(small + (u7)100) == ((x + 100) & 127));
    pleach_assert((uint8_t)(u7)(small * small) == ((x * x) & 127));
    s65 wide = y;
    wide += y;
    pleach_assert((wide < 0) == (y < 0));
    pleach_assert(wide >> 1 == y);
    pleach_assert((int64_t)wide >= 0); //~ error: assert
    return 0;
}
// paths: 2
// errors: 1
