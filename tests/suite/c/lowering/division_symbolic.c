// Division of symbolic numbers: by zero, and the one quotient that does not fit; else quotient and remainder fit together.
#include <pleach.h>

int main(void) {
    int a = pleach_int("a"), b = pleach_int("b");
    int quotient = a / b; //~ error: div-by-zero, overflow
    signed char c, d;
    pleach_symbolic(&c, sizeof c, "c");
    pleach_symbolic(&d, sizeof d, "d");
    c >>= 3, d >>= 3;
    int small = c % d; //~ error: div-by-zero
    pleach_assert(c / d * d + small == c);
    unsigned char e, f;
    pleach_symbolic(&e, sizeof e, "e");
    pleach_symbolic(&f, sizeof f, "f");
    pleach_assert(e / (f | 1) <= e);
    pleach_assert(e % (f | 1) < (f | 1));
    return quotient == 0;
}
// paths: 4
// errors: 3
