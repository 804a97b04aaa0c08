// Quotients are rounded towards zero and remainders take the dividend's sign, at every width.
#include <stdint.h>
#include <stdio.h>

static const int samples[][2] = {
    {7, 2}, {-7, 2}, {7, -2}, {-7, -2}, {0, 5}, {1, 100}, {-1, 100}, {100, 7}, {-100, 7}, {127, -1}, {-127, -1}, {6, 3},
};

int main(void) {
    for (unsigned i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        int a = samples[i][0], b = samples[i][1];
        int8_t a8 = (int8_t)a, b8 = (int8_t)b;
        int16_t a16 = (int16_t)a, b16 = (int16_t)b;
        int64_t a64 = a * 1000000007L, b64 = b * 1000003L;
        printf("%d %d", a / b, a % b);
        printf(" %d %d %d %d", (int8_t)(a8 / b8), (int8_t)(a8 % b8), (int16_t)(a16 / b16), (int16_t)(a16 % b16));
        printf(" %ld %ld", a64 / b64, a64 % b64);
        printf(" %u %u", (unsigned)a / (unsigned)b, (unsigned)a % (unsigned)b);
        printf(" %lu %lu", (uint64_t)a64 / (uint64_t)b64, (uint64_t)a64 % (uint64_t)b64);
        printf(" %d\n", a == a / b * b + a % b);
    }
    volatile int least = INT32_MIN;
    printf("%d %d %d\n", least / 2, least % 10, least / INT32_MIN);
    volatile int64_t least64 = INT64_MIN;
    printf("%ld %ld %ld\n", least64 / 3, least64 % 1000, least64 / least);
    return 0;
}
// paths: 1
