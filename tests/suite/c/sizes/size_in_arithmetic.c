// The size of an object decides later what is computed, and agrees with the end of the object.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    unsigned n = pleach_range(1, 100, "n");
    unsigned m = 3 * n + 1;
    char *p = malloc(m);
    assert(p != NULL);
    char *end = p + m;
    assert((size_t)(end - p) == m && end > p);
    end[-1] = 4;
    assert(p[3 * n] == 4);
    if (m % 2 == 0) {
        assert(n % 2 == 1); //~ reach
    }
    pleach_assume(m > 150);
    p[100] = 2;
    p[n] = 1;
    assert(p[100] == 2);
    free(p);
    return 0;
}

// paths: 2
