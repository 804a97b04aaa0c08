// memmove within one object, up or down by one byte: each byte has the value that its source had before.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char before[8];
    pleach_symbolic(before, sizeof before, "before");
    size_t size = pleach_range(2, 9, "size");
    unsigned char *p = malloc(size);
    assert(p != NULL);
    memcpy(p, before, size);
    size_t n = pleach_range(0, 8, "n");
    pleach_assume(n < size);
    int up = pleach_range(0, 2, "up");
    memmove(p + up, p + !up, n);
    size_t k = pleach_range(0, 8, "k");
    pleach_assume(k < size);
    if (up) {
        assert(p[k] == before[k >= 1 && k <= n ? k - 1 : k]);
    } else {
        assert(p[k] == before[k < n ? k + 1 : k]);
    }
    free(p);
    return 0;
}

// paths: 37
