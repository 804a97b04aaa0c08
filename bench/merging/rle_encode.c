// Runs of equal bytes become a count and the byte.
#include "input.h"
#include <assert.h>
#include <stdlib.h>

static size_t encode(const unsigned char *p, size_t n, unsigned char *out) {
    size_t used = 0, i = 0;
    while (i < n) {
        size_t run = 1;
        while (i + run < n && p[i + run] == p[i]) {
            run++;
        }
        out[used++] = (unsigned char)run;
        out[used++] = p[i];
        i += run;
    }
    return used;
}

int main(void) {
    size_t n;
    unsigned char out[2 * SIZE];
    unsigned char *p = buffer(&n);
    size_t used = encode(p, n, out);
    assert(used <= 2 * n);
    free(p);
    return (int)used;
}
