// Branches that only arithmetic rules out: squares modulo 4, products of odd numbers, wrapping sums.
#include <pleach.h>
#include <stdint.h>

int main(void) {
    uint16_t x, y;
    pleach_symbolic(&x, sizeof x, "x");
    pleach_symbolic(&y, sizeof y, "y");
    if ((uint16_t)(x * x) % 4 == 2) {
        return 1; //~ dead
    }
    if ((x & 1) && (y & 1) && (uint16_t)(x * y) % 2 == 0) {
        return 2; //~ dead
    }
    if ((uint16_t)(x + y) < x && y == 0) {
        return 3; //~ dead
    }
    return 0;
}

// The middle condition has three outcomes and the last one two after each.
// paths: 6
