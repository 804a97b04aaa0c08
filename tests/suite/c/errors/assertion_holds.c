// The arithmetic mean computed without overflow: no input fails.
#include <assert.h>
#include <pleach.h>
#include <stdint.h>

int main(void) {
    uint16_t a, b;
    pleach_symbolic(&a, sizeof a, "a");
    pleach_symbolic(&b, sizeof b, "b");
    uint16_t mean = (a & b) + ((uint16_t)(a ^ b) >> 1);
    assert(mean == ((uint32_t)a + b) / 2); //~ reach
    return 0; //~ reach
}

// paths: 1
