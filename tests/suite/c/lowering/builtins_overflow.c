// Builtins that say whether arithmetic overflowed, with operands and results of the same and of different types.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define TRY(operation, type, format, x, y)                                                                             \
    do {                                                                                                               \
        volatile type a = (x), b = (y);                                                                                \
        type result;                                                                                                   \
        int wrong = __builtin_##operation##_overflow(a, b, &result);                                                   \
        printf(#operation " " format " %d\n", result, wrong);                                                          \
    } while (0)

int main(void) {
    TRY(add, int, "%d", INT_MAX, 1);
    TRY(add, int, "%d", INT_MIN, INT_MIN);
    TRY(add, unsigned, "%u", UINT_MAX, 1);
    TRY(add, int8_t, "%d", 100, 28);
    TRY(add, uint64_t, "%lu", UINT64_MAX - 5, 5);
    TRY(sub, int, "%d", INT_MIN, 1);
    TRY(sub, unsigned, "%u", 1, 2);
    TRY(sub, int64_t, "%ld", INT64_MIN, -1);
    TRY(sub, uint8_t, "%d", 5, 6);
    TRY(mul, int, "%d", 65536, 32768);
    TRY(mul, int, "%d", -65536, 32768);
    TRY(mul, unsigned, "%u", 65536, 65536);
    TRY(mul, int64_t, "%ld", INT64_MIN, -1);
    TRY(mul, uint64_t, "%lu", 1UL << 32, (1UL << 32) - 1);
    TRY(mul, int16_t, "%d", -256, 128);
    uint8_t narrow;
    int wrong = __builtin_add_overflow(200, 55, &narrow);
    printf("%d %d\n", narrow, wrong);
    wrong = __builtin_add_overflow(200, 56, &narrow);
    printf("%d %d\n", narrow, wrong);
    unsigned mixed;
    volatile int minus = -1;
    wrong = __builtin_mul_overflow(minus, 5u, &mixed);
    printf("%u %d\n", mixed, wrong);
    long sum = 0;
    for (int i = 0; !__builtin_saddl_overflow(sum, LONG_MAX / 5, &sum); i++) {
        printf("%d ", i);
    }
    printf("%ld\n", sum);
    return 0;
}
// paths: 1
