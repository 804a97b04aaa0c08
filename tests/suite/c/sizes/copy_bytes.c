// memcpy of n bytes between objects of unknown sizes: exactly those bytes change.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char from[8];
    pleach_symbolic(from, sizeof from, "from");
    size_t size = pleach_range(1, 9, "size");
    size_t n = pleach_range(0, 9, "n");
    pleach_assume(n <= size);
    unsigned char *to = malloc(size);
    assert(to != NULL);
    memset(to, 0x55, size);
    assert(memcpy(to, from, n) == to);
    size_t k = pleach_range(0, 8, "k");
    pleach_assume(k < size);
    assert(to[k] == (k < n ? from[k] : 0x55));
    free(to);
    return 0;
}

// paths: 2
