/* Concrete code: a sieve (array stores), a matrix product (nested loops), recursion (calls). No input, one path. */
#include <stdint.h>

#ifndef ROUNDS
#define ROUNDS 10
#endif

enum { LIMIT = 20000, SIDE = 24 };

static uint8_t composite[LIMIT];
static uint32_t a[SIDE][SIDE], b[SIDE][SIDE], product[SIDE][SIDE];

static uint32_t primes(void) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < LIMIT; i++)
        composite[i] = 0;
    for (uint32_t i = 2; i < LIMIT; i++) {
        if (composite[i])
            continue;
        count++;
        for (uint32_t j = 2 * i; j < LIMIT; j += i)
            composite[j] = 1;
    }
    return count;
}

static uint32_t multiply(uint32_t seed) {
    for (uint32_t i = 0; i < SIDE; i++)
        for (uint32_t j = 0; j < SIDE; j++) {
            a[i][j] = seed + i * j;
            b[i][j] = seed ^ (i + j);
        }
    uint32_t trace = 0;
    for (uint32_t i = 0; i < SIDE; i++)
        for (uint32_t j = 0; j < SIDE; j++) {
            uint32_t sum = 0;
            for (uint32_t k = 0; k < SIDE; k++)
                sum += a[i][k] * b[k][j];
            product[i][j] = sum;
            if (i == j)
                trace += sum;
        }
    return trace;
}

static uint32_t fibonacci(uint32_t n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
    uint32_t sum = 0;
    for (uint32_t round = 0; round < ROUNDS; round++)
        sum += primes() + multiply(round) + fibonacci(18);
    return sum == 0;
}
