// Shifts: logical for unsigned, arithmetic for signed, by constants and by variables, up to the width less one.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint32_t u = 0x80000001u;
    int32_t s = (int32_t)u;
    uint64_t ul = 0x8000000000000001u;
    int64_t sl = (int64_t)ul;
    for (int n = 0; n < 32; n += 5) {
        printf("%2d %08x %08x %d\n", n, u << n, u >> n, s >> n);
    }
    printf("%08x %u %d\n", u << 31, u >> 31, s >> 31);
    for (int n = 0; n < 64; n += 9) {
        printf("%2d %016lx %016lx %ld\n", n, ul << n, ul >> n, sl >> n);
    }
    int8_t c = -128;
    uint8_t b = 0x81;
    printf("%d %d %d %d\n", c >> 3, b >> 3, b << 3, (uint8_t)(b << 3));
    int16_t h = -2;
    printf("%d %d\n", h >> 1, (uint16_t)h >> 1);
    unsigned distance = 3;
    distance <<= 2;
    u >>= distance;
    s >>= distance;
    printf("%x %d\n", u, s);
    for (unsigned n = 0; n < 32; n += 7) {
        uint32_t x = 0xDEADBEEFu;
        printf("%08x ", x << n | x >> (-n & 31));
    }
    printf("\n");
    return 0;
}
// paths: 1
