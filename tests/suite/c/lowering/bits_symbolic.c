// Bit counts and byte orders of every 16-bit value, against sums of shifts.
#include <pleach.h>

/* The least of 16 and the index of the lowest bit set, without a branch. */
static unsigned lowest(unsigned x) {
    unsigned found = 0, index = 0;
    for (unsigned i = 0; i < 16; i++) {
        found |= x >> i & 1u;
        index += 1 - found;
    }
    return index;
}

int main(void) {
    unsigned short x;
    pleach_symbolic(&x, sizeof x, "x");
    unsigned ones = 0, reversed = 0;
    for (unsigned i = 0; i < 16; i++) {
        unsigned bit = x >> i & 1u;
        ones += bit;
        reversed |= bit << (15 - i);
    }
    pleach_assert((unsigned)__builtin_popcount(x) == ones);
    pleach_assert((unsigned)__builtin_parity(x) == (ones & 1));
    pleach_assert(__builtin_bswap16(x) == (unsigned short)(x << 8 | x >> 8));
    pleach_assert((unsigned)__builtin_ctz(x | 0x10000u) == lowest(x));
    pleach_assert((unsigned)__builtin_clz((unsigned)x << 16 | 0x8000u) == lowest(reversed));
    return 0;
}
// paths: 1
