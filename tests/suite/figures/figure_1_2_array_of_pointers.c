// Trabish 2024, figure 1.2: as many objects as a symbolic number says. The element that is read need not be there.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    unsigned n = pleach_range(0, 3, "n");
    char **ptrs = malloc(n * sizeof(char *));
    for (unsigned i = 0; i < n; i++) {
        ptrs[i] = malloc(10);
    }
    unsigned k = pleach_int("k");
    if (k < 2) {
        char *s = ptrs[k]; //~ error: out-of-bounds
        s[0] = 'a';
    }
    for (unsigned i = 0; i < n; i++) {
        free(ptrs[i]);
    }
    free(ptrs);
    return 0;
}

// with --merge off: 8 paths, 2 errors
