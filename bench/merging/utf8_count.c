// The number of characters: bytes that do not continue one.
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
