// Trabish 2024, figure 1.7: a loop over an object of symbolic size, what leaves the loop at the same place becomes one path.
// run: --merge all --size-capacity 3
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

// paths: 2
