// The number of characters: bytes that do not continue one.
#include "input.h"
#include <assert.h>
#include <stdlib.h>

static size_t count(const unsigned char *p, size_t n) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            found++;
        }
    }
    return found;
}

int main(void) {
    size_t n;
    unsigned char *p = buffer(&n);
    size_t found = count(p, n);
    assert(found <= n);
    free(p);
    return (int)found;
}
