// The first bytes of an object are set, and a branch on the last one is a branch on nothing for the larger sizes.
// run: --uninitialized error
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = pleach_range(1, 7, "n");
    char *p = malloc(n);
    assert(p != NULL);
    memset(p, 1, n < 4 ? n : 4);
    if (p[n - 1] == 1) { //~ error: uninitialized
        assert(n <= 4);
        free(p);
        return 1;
    }
    assert(0);
}

// paths: any
