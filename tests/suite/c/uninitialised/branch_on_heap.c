// malloc's memory holds nothing, calloc's zeros.
// run: --uninitialized error
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int *p = pleach_range(0, 2, "zeroed") ? calloc(4, sizeof *p) : malloc(4 * sizeof *p);
    p[1] = 7;
    int result = 0;
    if (p[1] == 7) {
        result = 1;
    }
    if (p[2] == 0) { //~ error: uninitialized
        result += 1;
    }
    free(p);
    return result;
}

// paths: 2
// errors: 1
