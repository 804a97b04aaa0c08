// An index that is compared with the size before it is used never lies outside.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    unsigned n = pleach_range(0, 200, "n");
    unsigned i = pleach_int("i");
    unsigned char *p = malloc(n);
    assert(p != NULL);
    if (i < n) {
        p[i] = 9;
        p[n - 1 - i] = 8;
        assert(p[i] == (i == n - 1 - i ? 8 : 9));
    }
    free(p);
    return 0;
}

// paths: 2
