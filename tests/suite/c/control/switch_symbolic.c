// Switches over symbolic values: one path for each body, however many labels it has; ranges, negative and wide cases.
// cflags: -Wno-implicit-fallthrough
#include <pleach.h>

static int small(signed char c) {
    switch (c) {
    case -128 ... - 1:
        return 1;
    case 0:
    case 2:
    case 4:
        return 2;
    case 1:
        c++;
        /* fallthrough */
    case 3:
        return 3;
    }
    return 4;
}

static int wide(long n) {
    switch (n) {
    case -1:
        return 1;
    case 1L << 40:
    case 1L << 50:
        return 2;
    default:
        return 3;
    }
}

int main(void) {
    signed char c;
    long n;
    pleach_symbolic(&c, sizeof c, "c");
    pleach_symbolic(&n, sizeof n, "n");
    return 10 * small(c) + wide(n);
}
// paths: 15
