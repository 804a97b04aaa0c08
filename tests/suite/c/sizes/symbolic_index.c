// Index and size are both inputs, and each index that the size allows reads what was written there.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    size_t n = pleach_range(1, 9, "n");
    size_t i = pleach_range(0, 9, "i");
    unsigned char *p = calloc(n, 1);
    assert(p != NULL);
    p[i] = 5; //~ error: out-of-bounds
    assert(i < n);
    size_t k = pleach_range(0, 9, "k");
    pleach_assume(k < n);
    assert(p[k] == (k == i ? 5 : 0));
    free(p);
    return 0;
}

// paths: 2
// errors: 1
