/* Mixes two symbolic numbers as hash functions do and branches on bits of what comes out: about this, sets of values, orders and
 * bounds say nothing. */
#include "ase.h"

#ifndef BITS
#define BITS 11
#endif
#ifndef LIMIT
#define LIMIT 65535
#endif

static uint32_t mix(uint32_t a, uint32_t b) {
    uint32_t h = a ^ (b << 5 | b >> 11);
    h += h << 10;
    h ^= h >> 6;
    h ^= (a & b) + (a | (b << 3));
    h += h << 3;
    h ^= h >> 11;
    return h + (h << 15);
}

int main(void) {
    word a = input(0, LIMIT, "a"), b = input(0, LIMIT, "b");
    uint32_t hash = mix((uint32_t)a, (uint32_t)b);
    word ones = 0;
    for (unsigned bit = 0; bit < BITS; bit++)
        if (hash >> (2 * bit) & 1)
            ones++;
    check(ones <= BITS);
    return 0;
}
