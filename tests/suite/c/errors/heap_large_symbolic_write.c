// A write at any index of a large heap array: the bounds are both found, the contents stay right.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    short *a = calloc(500, sizeof *a);
    int i = pleach_range(-1, 501, "i");
    a[i] = 3; //~ error: out-of-bounds
    assert(i >= 0 && i < 500 && a[i] == 3);
    free(a);
    return 0;
}

// paths: 2
// errors: 1
