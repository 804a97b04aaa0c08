// Functions with many parameters of mixed widths, narrow results, and extension of what is passed and returned.
// cflags: -Wno-overflow -Wno-constant-conversion
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static int64_t mix(int8_t a, uint8_t b, int16_t c, uint16_t d, int32_t e, uint32_t f, int64_t g, uint64_t h, bool i,
                   char j, short k, long l) {
    return a + 2 * b + 3 * c + 4 * d + 5 * (int64_t)e + 6 * (int64_t)f + 7 * g + 8 * (int64_t)h + 9 * i + 10 * j + 11 * k +
           12 * l;
}

static int8_t low_signed(int x) { return (int8_t)x; }
static uint8_t low_unsigned(int x) { return (uint8_t)x; }
static int16_t mid_signed(long x) { return (int16_t)x; }
static bool truth(int x) { return x; }
static char letter(int x) { return (char)('a' + x); }
static unsigned from_signed(signed char c) { return c; }
static unsigned long widened(int x) { return x; }
static long widened_unsigned(unsigned x) { return x; }
static void nothing(void) {}

int main(void) {
    printf("%ld\n", mix(-1, 255, -300, 65535, -70000, 4000000000u, -(1L << 40), 1, true, 'z', -2, 3));
    printf("%ld\n", mix(300, 300, 70000, 70000, 1L << 33, -1, -1, -1, 2, 400, 70000, -1));
    printf("%d %d %d %d %c\n", low_signed(200), low_unsigned(456), mid_signed(-100000), truth(256), letter(3));
    printf("%u %lu %ld\n", from_signed(-1), widened(-1), widened_unsigned(-1));
    nothing();
    printf("%d\n", low_signed(low_unsigned(-1)) + low_unsigned(low_signed(-1)));
    return 0;
}
// paths: 1
