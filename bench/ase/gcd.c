/* The greatest common divisor of two symbolic numbers, by subtraction. */
#include "ase.h"

#ifndef LIMIT
#define LIMIT 25
#endif

static word gcd(word a, word b) {
    if (a == 0)
        return b;
    if (b == 0)
        return a;
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return a;
}

int main(void) {
    word a = input(0, LIMIT, "a"), b = input(0, LIMIT, "b");
    word divisor = gcd(a, b);
    check(divisor <= LIMIT);
    return 0;
}
