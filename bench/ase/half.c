/* Counts the even numbers below twice a symbolic number, and finds the number again. */
#include "ase.h"

#ifndef LIMIT
#define LIMIT 1001
#endif

int main(void) {
    word k = input(0, LIMIT, "k");
    word even = 0;
    for (word i = 0; i < 2 * k; i++)
        if (i % 2 == 0)
            even++;
    check(even == k);
    return 0;
}
