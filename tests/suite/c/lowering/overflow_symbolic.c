// Overflow builtins on every pair of bytes agree with arithmetic on wider numbers.
#include <pleach.h>
#include <stdint.h>

int main(void) {
    int8_t a, b, sum, difference, product;
    uint8_t c, d, usum, udifference, uproduct;
    pleach_symbolic(&a, sizeof a, "a");
    pleach_symbolic(&b, sizeof b, "b");
    pleach_symbolic(&c, sizeof c, "c");
    pleach_symbolic(&d, sizeof d, "d");
    pleach_assert(__builtin_add_overflow(a, b, &sum) == (a + b != (int8_t)(a + b)));
    pleach_assert(__builtin_sub_overflow(a, b, &difference) == (a - b != (int8_t)(a - b)));
    pleach_assert(__builtin_mul_overflow(a, b, &product) == (a * b != (int8_t)(a * b)));
    pleach_assert(__builtin_add_overflow(c, d, &usum) == (c + d > 255));
    pleach_assert(__builtin_sub_overflow(c, d, &udifference) == (c < d));
    pleach_assert(__builtin_mul_overflow(c, d, &uproduct) == (c * d > 255));
    pleach_assert(sum == (int8_t)(a + b));
    pleach_assert(udifference == (uint8_t)(c - d));
    return 0;
}
// paths: 1
