// realloc to no bytes frees the object, so the old pointer must not be used, whatever comes back.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    size_t n = pleach_range(1, 9, "n");
    size_t m = pleach_range(0, 9, "m");
    char *p = malloc(n);
    assert(p != NULL);
    p[0] = 5;
    char *q = realloc(p, m);
    if (m == 0) {
        return p[0]; //~ error: use-after-free
    }
    assert(q != NULL && q[0] == 5);
    free(q);
    return 0;
}

// paths: 2
// errors: 1
