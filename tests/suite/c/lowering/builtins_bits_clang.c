// Builtins that only clang has: reversal of bits, rotation, and bit counts of any type.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    volatile uint8_t a = 0xA3;
    volatile uint16_t b = 0x1234;
    volatile uint32_t c = 0xDEADBEEF;
    volatile uint64_t d = 0x0123456789ABCDEF;
    printf("%x %x %x %lx\n", __builtin_bitreverse8(a), __builtin_bitreverse16(b), __builtin_bitreverse32(c),
           __builtin_bitreverse64(d));
    for (unsigned n = 0; n < 70; n += 13) {
        printf("%x %x ", __builtin_rotateleft8(a, (uint8_t)n), __builtin_rotateright16(b, (uint16_t)n));
        printf("%x %lx ", __builtin_rotateleft32(c, n), __builtin_rotateright64(d, n));
        printf("%lx\n", __builtin_rotateleft64(d, n));
    }
    unsigned __int128 wide = (unsigned __int128)d << 64 | c;
    printf("%d %d %d\n", __builtin_popcountg(wide), __builtin_clzg(a), __builtin_ctzg((uint16_t)(b << 3)));
    printf("%d %d\n", __builtin_clzg((unsigned)(b - b), -1), __builtin_ctzg(wide));
    return 0;
}
// paths: 1
