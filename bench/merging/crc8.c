// A checksum bit by bit: a branch for each bit.
#include <klee/klee.h>
#include <pleach.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 8
#endif

// Less than SIZE bytes on the heap; their number is left in `size`.
static unsigned char *buffer(size_t *size) {
    static unsigned char bytes[SIZE];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    size_t n = pleach_range(0, SIZE, "n");
    unsigned char *p = malloc(n);
    if (p == NULL) {
        exit(0);
    }
    for (size_t i = 0; i < n; i++) {
        p[i] = bytes[i];
    }
    *size = n;
    return p;
}

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
    pleach_assume(n <= 4);
    uint8_t c = crc(p, n);
    free(p);
    return c == 0x5a;
}
