// Runs of equal bytes become a count and the byte.
#include <klee/klee.h>
#include <pleach.h>
#include <assert.h>
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
