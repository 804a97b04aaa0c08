// Trabish 2024, figure 1.7: a loop over an object of symbolic size, five paths: no round up to three of them, and the one that leaves at once.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    unsigned n = pleach_range(0, 4, "n");
    int z = pleach_int("z");
    char *p = malloc(n);
    for (unsigned i = 0; i < n; i++) {
        if (z == 0) {
            break; //~ reach
        }
        if (i > 0) {
            p[i] = i; //~ reach
        }
    }
    return 0;
}

// with --sizes lazy --merge off: 5 paths
// with --sizes eager --merge off: 7 paths
// with --sizes largest --merge off: 2 paths
// with --merge sizes: 2 paths
