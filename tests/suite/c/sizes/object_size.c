// The size that klee_get_obj_size tells is the size that was asked for, from wherever in the object it is asked.
// replay: no klee_get_obj_size has no native counterpart
#include <assert.h>
#include <klee/klee.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    unsigned n = pleach_range(2, 30, "n");
    short *p = malloc(n * sizeof *p);
    assert(p != NULL);
    assert(klee_get_obj_size(p) == 2 * n);
    assert(klee_get_obj_size(p + 1) == 2 * n);
    assert(klee_get_obj_size(p + n - 1) == 2 * n);
    if (klee_get_obj_size(p) > 30) { //~ reach
        assert(n > 15);
    } else {
        assert(n <= 15);
    }
    free(p);
    return 0;
}

// paths: 28
