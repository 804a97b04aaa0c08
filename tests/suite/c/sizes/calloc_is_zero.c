// What calloc gives is zero up to the size; the last byte as well as the first.
#include <assert.h>
#include <pleach.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    unsigned n = pleach_range(1, 40, "n");
    unsigned i = pleach_range(0, 40, "i");
    uint16_t *p = calloc(n, sizeof *p);
    assert(p != NULL);
    pleach_assume(i < n);
    assert(p[i] == 0);
    assert(((char *)p)[2 * n - 1] == 0);
    p[n - 1] = 0x1234;
    assert(p[i] == (i == n - 1 ? 0x1234 : 0));
    free(p);
    return 0;
}

// paths: 1
