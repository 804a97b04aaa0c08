// Compiled with -O1: saturation, minimum, absolute value, rotation and overflow tests become intrinsics.
// cflags: -O1
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define KEEP __attribute__((noinline))

KEEP static uint8_t saturating_add(uint8_t a, uint8_t b) { return a + b > 255 ? 255 : (uint8_t)(a + b); }
KEEP static uint32_t saturating_sub(uint32_t a, uint32_t b) { return a > b ? a - b : 0; }
KEEP static int absolute(int a) { return a < 0 ? -a : a; }
KEEP static int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }
KEEP static uint16_t greater(uint16_t a, uint16_t b) { return a > b ? a : b; }
KEEP static uint32_t rotate(uint32_t a, unsigned n) { return a << (n & 31) | a >> (-n & 31); }
KEEP static uint64_t funnel(uint64_t a, uint64_t b) { return a << 20 | b >> 44; }
KEEP static bool adds(uint32_t a, uint32_t b) { return a + b < a; }
KEEP static uint32_t swap(uint32_t a) { return a >> 24 | (a >> 8 & 0xFF00) | (a << 8 & 0xFF0000) | a << 24; }
KEEP static int population(uint32_t a) { int n = 0; for (; a != 0; a &= a - 1) n++; return n; }
KEEP static int compare(int a, int b) { return (a > b) - (a < b); }
KEEP static int64_t high(int64_t a, int64_t b) { return (int64_t)((__int128)a * b >> 64); }
KEEP static uint64_t average(uint64_t a, uint64_t b) { return (a & b) + ((a ^ b) >> 1); }

int main(int argc, char **argv) {
    (void)argv;
    for (int i = argc; i < 8; i++) {
        uint32_t x = (uint32_t)i * 0x9E3779B9u;
        int64_t y = (int64_t)(x * 0x1000193ull << (i * 5)) - i;
        printf("%d %u ", saturating_add((uint8_t)x, (uint8_t)(x >> 8)), saturating_sub(x, 0x80000000u));
        printf("%d %ld %d ", absolute((int)x), lesser(y, x), greater((uint16_t)x, (uint16_t)y));
        printf("%x %lx %d ", rotate(x, (unsigned)y), funnel(x, (uint64_t)y), adds(x, ~x + (uint32_t)(i & 1)));
        printf("%x %d %d ", swap(x), population(x), compare((int)x, (int)y));
        printf("%ld %lu\n", high(y, (int64_t)x << 31), average((uint64_t)y, x));
    }
    return 0;
}
// paths: 1
