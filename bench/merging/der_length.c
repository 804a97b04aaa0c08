// The length of a DER element: one byte, or a count of bytes with the length in them.
#include "input.h"
#include <stdint.h>
#include <stdlib.h>

static int der_length(const unsigned char *p, size_t n, uint32_t *length, size_t *header) {
    if (n < 2) {
        return 0;
    }
    unsigned first = p[1];
    if (first < 0x80) {
        *length = first;
        *header = 2;
        return 1;
    }
    unsigned count = first & 0x7f;
    if (count == 0 || count > 4 || n < 2 + (size_t)count) {
        return 0;
    }
    uint32_t value = 0;
    for (unsigned i = 0; i < count; i++) {
        value = value << 8 | p[2 + i];
    }
    *length = value;
    *header = 2 + count;
    return value >= 0x80;
}

int main(void) {
    size_t n, header = 0;
    uint32_t length = 0;
    unsigned char *p = buffer(&n);
    int ok = der_length(p, n, &length, &header);
    int result = ok ? (length <= n - header ? (int)header : 100) : 200;
    free(p);
    return result;
}
