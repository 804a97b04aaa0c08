// calloc(n, m) has n * m bytes: the byte behind the last one is outside, whichever of the two is large.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    unsigned n = pleach_range(1, 4, "n");
    unsigned m = pleach_range(1, 4, "m");
    char *p = calloc(n, m);
    assert(p != NULL);
    char got = p[5]; //~ error: out-of-bounds
    assert(n * m >= 6 && got == 0);
    free(p);
    return 0;
}

// paths: 2
// errors: 1
