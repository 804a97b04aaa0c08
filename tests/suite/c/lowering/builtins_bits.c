// Builtins on bits: counts, positions, parity and byte order at every width.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    static const uint64_t patterns[] = {1, 2, 0x80, 0xFF, 0xF0F0, 0x80000000, 0xDEADBEEF, 0x100000000,
                                        0x123456789ABCDEF0, 0x8000000000000000, UINT64_MAX};
    for (unsigned i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        uint64_t x = patterns[i];
        uint32_t low = (uint32_t)x | 1;
        printf("%d %d ", __builtin_popcount(low), __builtin_popcountll(x));
        printf("%d %d ", __builtin_clz(low), __builtin_clzl(x));
        printf("%d %d ", __builtin_ctz(low), __builtin_ctzll(x));
        printf("%d %d ", __builtin_parity(low), __builtin_parityll(x));
        printf("%d %d ", __builtin_ffs((int)low), __builtin_ffsll((long long)(x & (x - 1))));
        printf("%d %d ", __builtin_clrsb((int)low), __builtin_clrsbll((long long)x));
        printf("%04x %08x %016lx\n", __builtin_bswap16((uint16_t)x), __builtin_bswap32(low), __builtin_bswap64(x));
    }
    volatile int zero = 0;
    printf("%d %d %d\n", __builtin_ffs(zero), __builtin_popcount((unsigned)zero), __builtin_parity((unsigned)zero));
    return 0;
}
// paths: 1
