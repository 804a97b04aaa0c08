// An object becomes smaller: what is left keeps its value, and what is cut off is no longer there.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    unsigned n = pleach_range(4, 9, "n");
    unsigned less = pleach_range(1, 9, "less");
    pleach_assume(less <= n);
    char *p = calloc(n, 1);
    assert(p != NULL);
    p[0] = 'a';
    p[3] = 'd';
    p = realloc(p, less);
    assert(p != NULL && p[0] == 'a');
    assert(p[3] == 'd'); //~ error: out-of-bounds
    assert(less >= 4);
    free(p);
    return 0;
}

// paths: 2
// errors: 1
