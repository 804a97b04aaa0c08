// Trabish 2024, figure 5.2: an object of any size, and one behind it. They do not overlap; what is too large is told.
#include <assert.h>
#include <pleach.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    size_t n;
    pleach_symbolic(&n, sizeof n, "n");
    char *p = calloc(n, 1);
    char *q = calloc(10, 1);
    if (p != NULL) {
        assert((uintptr_t)p + n <= (uintptr_t)q || (uintptr_t)q + 10 <= (uintptr_t)p);
    }
    return 0;
}

// with --size-capacity 16: 2 paths
