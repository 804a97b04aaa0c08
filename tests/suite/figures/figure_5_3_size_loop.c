// Trabish 2024, figures 5.3 and 5.4: a loop that depends on a symbolic size, what leaves the loop at the same place becomes one path.
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

// with --sizes lazy --merge off: 5 paths
// with --sizes largest --merge off: 2 paths
// with --merge sizes: 2 paths
