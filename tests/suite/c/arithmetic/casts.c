// Casts between all integer types: cut, zero-extended or sign-extended by the source's signedness.
#include <stdint.h>
#include <stdio.h>

#define ALL(value)                                                                                                     \
    printf("%d %d %d %d %d %u %ld %lu %d\n", (int8_t)(value), (uint8_t)(value), (int16_t)(value), (uint16_t)(value),   \
           (int32_t)(value), (uint32_t)(value), (int64_t)(value), (uint64_t)(value), (_Bool)(value))

#define FROM(type, value)                                                                                              \
    do {                                                                                                               \
        volatile type from = (type)(value);                                                                            \
        printf("%-8s ", #type);                                                                                        \
        ALL(from);                                                                                                     \
    } while (0)

int main(void) {
    static const uint64_t patterns[] = {0, 1, 0x7F, 0x80, 0xFF, 0x100, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000,
                                        0xFFFFFFFF, 0x100000000, 0x123456789ABCDEF0, 0x8000000000000000, UINT64_MAX};
    for (unsigned i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        FROM(int8_t, patterns[i]);
        FROM(uint8_t, patterns[i]);
        FROM(int16_t, patterns[i]);
        FROM(uint16_t, patterns[i]);
        FROM(int32_t, patterns[i]);
        FROM(uint32_t, patterns[i]);
        FROM(int64_t, patterns[i]);
        FROM(uint64_t, patterns[i]);
        FROM(_Bool, patterns[i]);
    }
    return 0;
}
// paths: 1
