// aligned_alloc and posix_memalign with a symbolic size: aligned, and no larger than asked for.
#include <assert.h>
#include <pleach.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    size_t n = pleach_range(1, 4, "n");
    char *p = aligned_alloc(64, 64 * n);
    assert(p != NULL && (uintptr_t)p % 64 == 0);
    p[64 * n - 1] = 1;
    void *q = NULL;
    assert(posix_memalign(&q, 32, n) == 0);
    assert((uintptr_t)q % 32 == 0);
    ((char *)q)[2] = p[64 * n - 1]; //~ error: out-of-bounds
    assert(n == 3);
    free(p);
    free(q);
    return 0;
}

// paths: 2
// errors: 1
