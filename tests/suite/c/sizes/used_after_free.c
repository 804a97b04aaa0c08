// Objects of unknown size are read and freed after they have been freed.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int n = pleach_range(1, 10, "n");
    int what = pleach_range(0, 3, "what");
    char *p = calloc(n, 1);
    assert(p != NULL);
    free(p);
    if (what == 1) {
        return p[n - 1]; //~ error: use-after-free
    }
    if (what == 2) {
        free(p); //~ error: double-free
    }
    return 0;
}

// paths: 3
// errors: 2
