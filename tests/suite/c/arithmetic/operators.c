// Every binary and unary operator, and every compound assignment, on int, unsigned char and long.
#include <stdio.h>

#define OPERATORS(type, format, x, y)                                                                                  \
    do {                                                                                                               \
        volatile type a = (x), b = (y), r;                                                                             \
        printf(format " " format " " format " " format " " format "\n", (type)(a + b), (type)(a - b), (type)(a * b),   \
               (type)(a / b), (type)(a % b));                                                                          \
        printf(format " " format " " format " " format "\n", (type)(a & b), (type)(a | b), (type)(a ^ b), (type)~a);   \
        printf("%d%d%d%d%d%d ", a < b, a <= b, a > b, a >= b, a == b, a != b);                                         \
        printf("%d%d%d\n", a && b, a || b, !a);                                                                        \
        r = a, r += b, printf(format " ", r);                                                                          \
        r = a, r -= b, printf(format " ", r);                                                                          \
        r = a, r *= b, printf(format " ", r);                                                                          \
        r = a, r /= b, printf(format " ", r);                                                                          \
        r = a, r %= b, printf(format " ", r);                                                                          \
        r = a, r &= b, printf(format " ", r);                                                                          \
        r = a, r |= b, printf(format " ", r);                                                                          \
        r = a, r ^= b, printf(format " ", r);                                                                          \
        r = a, r >>= b & 3, printf(format " ", r);                                                                     \
        r = a & 127, r <<= b & 3, printf(format "\n", r);                                                              \
    } while (0)

int main(void) {
    OPERATORS(int, "%d", 100, 7);
    OPERATORS(int, "%d", -100, 7);
    OPERATORS(unsigned char, "%d", 250, 9);
    OPERATORS(signed char, "%d", -120, 5);
    OPERATORS(unsigned short, "%d", 60000, 11);
    OPERATORS(unsigned, "%u", 4000000000u, 13);
    OPERATORS(long, "%ld", -123456789012, 12345);
    OPERATORS(unsigned long long, "%llu", 18446744073709551557u, 1000003);
    return 0;
}
// paths: 1
