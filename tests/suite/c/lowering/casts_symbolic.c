// Casts of symbolic numbers, narrow to wide and back, by sign: what they keep and what they lose.
#include <pleach.h>
#include <stdbool.h>
#include <stdint.h>

int main(void) {
    int64_t x;
    pleach_symbolic(&x, sizeof x, "x");
    pleach_assert((uint64_t)(uint32_t)x == ((uint64_t)x & 0xFFFFFFFF));
    pleach_assert((int64_t)(int8_t)x == (int64_t)(((uint64_t)x & 0xFF) ^ 0x80) - 0x80);
    pleach_assert((int8_t)(int16_t)x == (int8_t)(uint32_t)x);
    pleach_assert((uint16_t)(int8_t)x == (uint16_t)((x & 0x80) * 0x1FE | (x & 0xFF)));
    pleach_assert((bool)x == (x != 0));
    pleach_assert((int64_t)(__int128)x == x);
    pleach_assert((int)(char)x == (int)(signed char)x);
    pleach_assert((uint32_t)(uint16_t)(x >> 16) << 16 == ((uint32_t)x & 0xFFFF0000));
    pleach_assert((int32_t)x == x); //~ error: assert
    pleach_assert(x >= INT32_MIN);
    return 0;
}
// paths: 2
// errors: 1
