// Three bytes become four characters; the rest is filled up with equals signs.
#include "input.h"
#include <assert.h>
#include <stdlib.h>

static size_t encode(const unsigned char *p, size_t n, char *out) {
    static const char table[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t used = 0;
    for (size_t i = 0; i < n; i += 3) {
        unsigned word = p[i] << 16;
        if (i + 1 < n) {
            word |= p[i + 1] << 8;
        }
        if (i + 2 < n) {
            word |= p[i + 2];
        }
        out[used++] = table[word >> 18];
        out[used++] = table[word >> 12 & 63];
        out[used++] = i + 1 < n ? table[word >> 6 & 63] : '=';
        out[used++] = i + 2 < n ? table[word & 63] : '=';
    }
    return used;
}

int main(void) {
    size_t n;
    unsigned char *p = buffer(&n);
    char out[(SIZE + 2) / 3 * 4];
    size_t used = encode(p, n, out);
    assert(used == (n + 2) / 3 * 4);
    int result = used > 0 && out[used - 1] == '=' ? 1 : 0;
    free(p);
    return result;
}
