// A number made of the bytes is written in decimal.
#include "input.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t decimal(uint32_t value, char *out) {
    char reversed[10];
    size_t used = 0;
    do {
        reversed[used++] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    for (size_t i = 0; i < used; i++) {
        out[i] = reversed[used - 1 - i];
    }
    return used;
}

int main(void) {
    size_t n;
    unsigned char *p = buffer(&n);
    uint32_t value = 0;
    for (size_t i = 0; i < n && i < 2; i++) {
        value = value << 8 | p[i];
    }
    char out[10];
    size_t used = decimal(value, out);
    free(p);
    return out[0] == '7' ? 100 : (int)used;
}
