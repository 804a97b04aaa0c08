// Population count, parity and powers of two agree; no branch depends on the input but the last.
#include <assert.h>
#include <pleach.h>
#include <stdint.h>

int main(void) {
    uint16_t x;
    pleach_symbolic(&x, sizeof x, "x");
    unsigned v = x - (x >> 1 & 0x5555);
    v = (v & 0x3333) + (v >> 2 & 0x3333);
    v = (v + (v >> 4)) & 0x0f0f;
    unsigned count = (v + (v >> 8)) & 0x1f;
    unsigned p = x;
    p ^= p >> 8;
    p ^= p >> 4;
    p = 0x6996 >> (p & 15) & 1;
    assert((count & 1) == p);
    if ((x != 0) & ((x & (x - 1)) == 0)) {
        assert(count == 1); //~ reach
        return 1;
    }
    return 0;
}

// paths: 2
