// Chunks of a picture: a length byte, a kind byte, data, and a sum; unknown ones are passed over.
#include "input.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct picture {
    unsigned width, colours, chunks;
};

static int chunks(const unsigned char *p, size_t n, struct picture *out) {
    size_t at = 0;
    while (at + 3 <= n) {
        size_t length = p[at];
        unsigned char kind = p[at + 1];
        if (length > n - at - 3) {
            return 0;
        }
        const unsigned char *data = p + at + 2;
        unsigned char sum = kind;
        for (size_t i = 0; i < length; i++) {
            sum ^= data[i];
        }
        if (sum != data[length]) {
            return 0;
        }
        if (kind == 'W' && length == 1) {
            out->width = data[0];
        } else if (kind == 'C') {
            out->colours = (unsigned)length;
        } else if (kind == 'E') {
            return 1;
        }
        out->chunks++;
        at += length + 3;
    }
    return 0;
}

int main(void) {
    size_t n;
    struct picture picture = {0};
    unsigned char *p = buffer(&n);
    int ok = chunks(p, n, &picture);
    free(p);
    return ok ? (int)(picture.chunks + (picture.width > 9) * 10 + picture.colours * 20) : 255;
}
