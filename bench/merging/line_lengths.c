// The longest line, and whether the last one has an end.
#include <klee/klee.h>
#include <pleach.h>
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

int main(void) {
    size_t n;
    unsigned char *p = buffer(&n);
    size_t longest = 0, length = 0;
    for (size_t i = 0; i < n; i++) {
        if (p[i] == '\n') {
            longest = length > longest ? length : longest;
            length = 0;
        } else {
            length++;
        }
    }
    longest = length > longest ? length : longest;
    free(p);
    return (int)longest * 2 + (length > 0);
}
