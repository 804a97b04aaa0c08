// What UBSan's instrumentation says of arithmetic, each kind at its place.
// cflags: -fsanitize=undefined
#include <pleach.h>

static int compute(int which, int x, int y) {
    switch (which) {
    case 0:
        return x + 1; //~ error: overflow
    case 1:
        return x - y; //~ error: overflow
    case 2:
        return x * 3; //~ error: overflow
    case 3:
        return -x; //~ error: overflow
    case 4:
        return 10 / x; //~ error: div-by-zero
    case 5:
        return x / -1; //~ error: overflow
    case 6:
        return 1 << (x & 63); //~ error: overshift
    case 7:
        return x > 0 ? x << 3 : 0; //~ error: overshift
    default:
        return 0;
    }
}

int main(void) {
    return compute(pleach_range(0, 9, "which"), pleach_int("x"), pleach_int("y")) != 0;
}

// paths: 19
