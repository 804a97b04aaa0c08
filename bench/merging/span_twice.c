// The length of the bytes at the front that are in a set, computed twice in two ways that agree.
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

static size_t span(const unsigned char *p, size_t n, unsigned char a, unsigned char b) {
    size_t i = 0;
    while (i < n && (p[i] == a || p[i] == b)) {
        i++;
    }
    return i;
}

int main(void) {
    size_t n;
    unsigned char *p = buffer(&n);
    size_t first = span(p, n, 'x', 'y');
    size_t second = span(p + first, n - first, 'z', 'z');
    size_t total = first + second;
    assert(total <= n);
    assert(first == n || (p[first] != 'x' && p[first] != 'y'));
    free(p);
    return (int)total;
}
