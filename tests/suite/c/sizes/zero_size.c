// An object of no bytes is one: it is not null, differs from another one, and can be freed.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = pleach_range(0, 3, "n");
    char *p = malloc(n);
    char *q = malloc(n);
    assert(p != NULL && q != NULL);
    assert(p != q);
    memset(p, 1, n);
    memcpy(q, p, n);
    assert(memcmp(p, q, n) == 0);
    if (n > 0) {
        assert(q[n - 1] == 1);
    }
    free(p);
    free(q);
    return 0;
}

// paths: 2
