// Fletcher's checksum: two sums, each with a reduction that depends on the value.
#include "input.h"
#include <stdint.h>
#include <stdlib.h>

static uint16_t fletcher(const unsigned char *p, size_t n) {
    unsigned low = 0, high = 0;
    for (size_t i = 0; i < n; i++) {
        low += p[i];
        if (low >= 255) {
            low -= 255;
        }
        high += low;
        if (high >= 255) {
            high -= 255;
        }
    }
    return (uint16_t)(high << 8 | low);
}

int main(void) {
    size_t n;
    unsigned char *p = buffer(&n);
    uint16_t sum = fletcher(p, n);
    int result = n >= 2 && sum == 0x0102;
    free(p);
    return result;
}
