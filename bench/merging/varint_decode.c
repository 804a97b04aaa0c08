// Numbers of seven bits a byte, one behind the other; a number that does not end is a mistake.
#include "input.h"
#include <stdint.h>
#include <stdlib.h>

static int numbers(const unsigned char *p, size_t n, uint32_t *sum) {
    int count = 0;
    uint32_t value = 0;
    unsigned shift = 0;
    for (size_t i = 0; i < n; i++) {
        value |= (uint32_t)(p[i] & 0x7f) << shift;
        if (p[i] & 0x80) {
            shift += 7;
            if (shift > 21) {
                return -1;
            }
        } else {
            *sum += value;
            value = 0;
            shift = 0;
            count++;
        }
    }
    return shift == 0 ? count : -1;
}

int main(void) {
    size_t n;
    uint32_t sum = 0;
    unsigned char *p = buffer(&n);
    int count = numbers(p, n, &sum);
    free(p);
    return count < 0 ? 255 : sum == 300 ? 100 + count : count;
}
