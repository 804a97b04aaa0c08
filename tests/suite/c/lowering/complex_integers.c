// Complex numbers of integers, an extension: sums, products, conjugates, comparison and passing by value.
#include <stdio.h>

typedef __complex__ int cint;

static cint power(cint z, int n) {
    cint result = 1;
    while (n-- > 0) {
        result *= z;
    }
    return result;
}

int main(void) {
    cint z = 3 + 2i;
    cint w = z + 1i;
    __real__ w -= 1;
    printf("%d %d\n", __real__ w, __imag__ w);
    cint p = z * w;
    printf("%d %d\n", __real__ p, __imag__ p);
    cint c = ~p;
    printf("%d %d %d\n", __real__ c, __imag__ c, c == p);
    cint q = power(1 + 1i, 7);
    printf("%d %d\n", __real__ q, __imag__ q);
    return 0;
}
// paths: 1
