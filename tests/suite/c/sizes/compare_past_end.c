// memcmp reads past an object for some sizes although the first bytes differ: all bytes must be there.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = pleach_range(1, 6, "n");
    char *p = malloc(n);
    assert(p != NULL);
    memset(p, 'a', n);
    int order = memcmp(p, "aaab", 4); //~ error: out-of-bounds
    assert(n >= 4 && order < 0);
    free(p);
    return 0;
}

// paths: 4
// errors: 3
