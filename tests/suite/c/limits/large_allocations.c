// Memory that is not written costs nothing: up to 4 GiB every machine has it, and no machine has more than there are addresses.
#include <assert.h>
#include <pleach.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t size = 3UL << 30;
    char *p = malloc(size);
    assert(p != NULL);
    p[0] = 1;
    p[size - 1] = 2;
    assert(p[0] == 1 && p[size - 1] == 2);
    long *q = calloc(1UL << 28, 16);
    assert(q != NULL && q[1UL << 28] == 0 && q[(1UL << 29) - 1] == 0);
    q[(1UL << 29) - 1] = 7;
    unsigned char x = pleach_range(0, 3, "x");
    p[size / 2 + x] = 5;
    memcpy(p + 1, q, 4096);
    assert(p[0] == 1 && q[(1UL << 29) - 1] == 7);
    size_t n = (size_t)-pleach_range(1, 1000, "n");
    if (malloc(n) != NULL || calloc(n, 2) != NULL || realloc(NULL, n) != NULL || malloc(SIZE_MAX / 2) != NULL) {
        return 1; //~ dead
    }
    free(p);
    free(q);
    return 0; //~ reach
}

// paths: 3
