// Nothing is copied, set or compared at the end of an object: no error, whatever the size.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = pleach_range(1, 20, "n");
    size_t none = pleach_range(0, 2, "none");
    pleach_assume(none == 0);
    char *p = calloc(n, 1);
    assert(p != NULL);
    memcpy(p + n, p, none);
    memmove(p, p + n, none);
    memset(p + n, 1, none);
    assert(memcmp(p + n, p, none) == 0);
    assert(memchr(p + n, 0, none) == NULL);
    assert(p[n - 1] == 0);
    free(p);
    return 0;
}

// paths: 1
