// Divisions that the C library makes.
// cflags: -fno-builtin
#include <inttypes.h>
#include <limits.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int x = pleach_range(-1, 2, "x");
    switch (pleach_range(0, 5, "which")) {
    case 0:
        return div(INT_MIN, x).quot != 0; //~ error: div-by-zero, overflow
    case 1:
        return ldiv(LONG_MIN, x).quot != 0; //~ error: div-by-zero, overflow
    case 2:
        return lldiv(LLONG_MIN, x).quot != 0; //~ error: div-by-zero, overflow
    case 3:
        return imaxdiv(INTMAX_MIN, x).quot != 0; //~ error: div-by-zero, overflow
    default:
        return 0;
    }
}

// paths: any
