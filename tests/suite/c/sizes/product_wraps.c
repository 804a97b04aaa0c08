// n * 8 wraps around in 32 bits for some n, and malloc gets too little: room for one element instead of many.
#include <assert.h>
#include <pleach.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    uint32_t n = pleach_int("n");
    pleach_assume((n >= 2) & ((n & 0x1fffffffu) <= 16) & ((n & 0x1fffffffu) != 0));
    uint64_t *p = malloc(n * 8u);
    assert(p != NULL);
    p[0] = 1;
    p[1] = 2; //~ error: out-of-bounds
    free(p);
    return 0;
}

// paths: 2
// errors: 1
