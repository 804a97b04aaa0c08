// realloc of a null pointer is malloc, and its size may be an input as well.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int n = pleach_range(1, 5, "n");
    int *p = realloc(NULL, n * sizeof *p);
    assert(p != NULL);
    p[n - 1] = 77;
    p = reallocarray(p, n + 1, sizeof *p);
    assert(p != NULL && p[n - 1] == 77);
    p[n] = 78;
    assert(p[n - 1] + p[n] == 155);
    p[n + 1] = 79; //~ error: out-of-bounds
    free(p);
    return 0;
}

// paths: 1
// errors: 1
