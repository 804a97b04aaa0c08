// Trabish 2024, figures 5.3 and 5.4: a loop that depends on a symbolic size, with the largest size alone there are two paths.
// run: --sizes largest --size-capacity 3
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    unsigned n = pleach_range(0, 4, "n");
    unsigned z = pleach_int("z");
    char *p = calloc(n, 1);
    unsigned i;
    for (i = 0; i < n; i++) {
        if (z == 0) {
            break; //~ reach
        }
        p[i] = i;
    }
    assert((i == n) | ((z == 0) & (i == 0)));
    return 0;
}

// paths: 2
// complete: no
// incomplete: sizes of objects other than the largest
