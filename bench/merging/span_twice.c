// The length of the bytes at the front that are in a set, computed twice in two ways that agree.
#include "input.h"
#include <assert.h>
#include <stdlib.h>

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
