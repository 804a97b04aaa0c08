// Walks over DER elements with short lengths and counts those of one tag.
#include "input.h"
#include <stdint.h>
#include <stdlib.h>

static int walk(const unsigned char *p, size_t n) {
    int found = 0;
    size_t at = 0;
    while (n - at >= 2) {
        unsigned tag = p[at];
        size_t length = p[at + 1];
        at += 2;
        if (length >= 0x80 || length > n - at) {
            return -1;
        }
        if (tag == 0x02) {
            found++;
        }
        at += length;
    }
    return at == n ? found : -2;
}

int main(void) {
    size_t n;
    unsigned char *p = buffer(&n);
    int found = walk(p, n);
    free(p);
    return found < 0 ? 200 - found : found;
}
