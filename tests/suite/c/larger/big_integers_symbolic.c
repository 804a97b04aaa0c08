// Multiplication of two symbolic numbers of six bits by digits of three is multiplication,
// up to a carry that is dropped on purpose.
#include <pleach.h>
#include <stdint.h>

static unsigned multiply(uint8_t a, uint8_t b, int keep_carry) {
    uint8_t digits[4] = {0};
    for (int i = 0; i < 2; i++) {
        unsigned carry = 0;
        for (int j = 0; j < 2; j++) {
            carry += (a >> 3 * i & 7u) * (b >> 3 * j & 7u) + digits[i + j];
            digits[i + j] = carry & 7;
            carry >>= 3;
        }
        digits[i + 2] = (uint8_t)(keep_carry || i == 0 ? carry : 0);
    }
    return digits[0] | (unsigned)digits[1] << 3 | (unsigned)digits[2] << 6 | (unsigned)digits[3] << 9;
}

int main(void) {
    uint8_t a, b;
    pleach_symbolic(&a, sizeof a, "a");
    pleach_symbolic(&b, sizeof b, "b");
    pleach_assume((a < 64) & (b < 64));
    pleach_assert(multiply(a, b, 1) == (unsigned)a * b);
    pleach_assert(multiply(a, b, 0) == (unsigned)a * b); //~ error: assert
    return 0;
}
// paths: 2
// errors: 1
