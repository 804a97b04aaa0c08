// A checksum bit by bit: a branch for each bit, so that four bytes are enough.
#undef SIZE
#define SIZE 5
#include "input.h"
#include <stdint.h>
#include <stdlib.h>

static uint8_t crc(const unsigned char *p, size_t n) {
    uint8_t c = 0;
    for (size_t i = 0; i < n; i++) {
        c ^= p[i];
        for (int bit = 0; bit < 8; bit++) {
            if (c & 0x80) {
                c = (uint8_t)(c << 1) ^ 0x07;
            } else {
                c = (uint8_t)(c << 1);
            }
        }
    }
    return c;
}

int main(void) {
    size_t n;
    unsigned char *p = buffer(&n);
    uint8_t c = crc(p, n);
    free(p);
    return c == 0x5a;
}
