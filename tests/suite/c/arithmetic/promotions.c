// Operands narrower than int become int, and the common type of two operands decides what an operator means.
// cflags: -Wno-sign-compare
#include <stdio.h>

int main(void) {
    volatile unsigned char a = 200, b = 100;
    volatile signed char c = -1;
    volatile unsigned short s = 65535;
    volatile unsigned u = 1;
    volatile long l = -1;
    printf("%d %d %d\n", a + b, a - 250, a * b);
    printf("%d %d\n", ~a, -s);
    printf("%d %d\n", a << 4, (unsigned char)(a << 4));
    printf("%d %d\n", c < a, c == (signed char)255);
    printf("%d\n", c < u);
    printf("%d\n", (unsigned)c > 5u);
    printf("%d\n", l < (long)u);
    printf("%d\n", (unsigned long)l > u);
    printf("%u\n", u - 2);
    printf("%ld\n", l + u);
    printf("%d\n", (-1 < 0u) + 2 * (-1L < 0u));
    printf("%d\n", s + 1 > s);
    printf("%d\n", (unsigned short)(s + 1) > s);
    printf("%d\n", (c >> 1) + (s >> 15));
    printf("%zu %zu %zu %zu\n", sizeof(a + b), sizeof(c), sizeof(+c), sizeof(l + u));
    printf("%zu %zu\n", sizeof('a'), sizeof(a ? a : c));
    printf("%d\n", !a + !!b);
    return 0;
}
// paths: 1
