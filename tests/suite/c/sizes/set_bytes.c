// memset of n bytes from an unknown place on: those bytes have the value, and no others.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t size = pleach_range(1, 13, "size");
    size_t from = pleach_range(0, 13, "from");
    size_t n = pleach_range(0, 13, "n");
    pleach_assume(from + n <= size);
    int value = pleach_int("value");
    unsigned char *p = calloc(size, 1);
    assert(p != NULL);
    memset(p + from, value, n);
    size_t k = pleach_range(0, 13, "k");
    pleach_assume(k < size);
    assert(p[k] == (k >= from && k < from + n ? (unsigned char)value : 0));
    free(p);
    return 0;
}

// paths: 36
