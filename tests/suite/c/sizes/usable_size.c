// malloc_usable_size is at least what was asked for, and all that was asked for can be used.
#include <assert.h>
#include <malloc.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    size_t n = pleach_range(1, 50, "n");
    char *p = malloc(n);
    assert(p != NULL);
    assert(malloc_usable_size(p) >= n);
    p[n - 1] = 1;
    p = realloc(p, n + 3);
    assert(p != NULL);
    assert(malloc_usable_size(p) >= n + 3);
    assert(malloc_usable_size(NULL) == 0);
    free(p);
    return 0;
}

// paths: 1
