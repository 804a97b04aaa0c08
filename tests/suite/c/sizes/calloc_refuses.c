// calloc does not let the product wrap around: it gives a null pointer then.
#include <assert.h>
#include <errno.h>
#include <pleach.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int large = pleach_range(0, 2, "large");
    size_t n = pleach_range(1, 9, "n");
    size_t count = large ? SIZE_MAX / 8 + 1 + n : n;
    char *p = calloc(count, 8);
    if (p == NULL) { //~ reach
        assert(large);
        assert(reallocarray(NULL, count, 8) == NULL);
    } else {
        assert(!large);
        assert(p[8 * n - 1] == 0);
    }
    free(p);
    return 0;
}

// paths: 2
