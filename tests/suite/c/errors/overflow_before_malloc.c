// The size of an allocation wraps around in 32 bits: too little room.
#include <pleach.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    uint32_t count = pleach_range(0, 2, "large") ? 0x40000001u : 2;
    uint32_t bytes = count * 4u;
    uint32_t *a = malloc(bytes);
    a[0] = 1;
    a[1] = 2; //~ error: out-of-bounds
    free(a);
    return 0;
}

// paths: 2
// errors: 1
