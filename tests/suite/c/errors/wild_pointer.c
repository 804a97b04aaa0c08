// An address made of a number, far from every object.
#include <pleach.h>
#include <stdint.h>

int main(void) {
    uintptr_t address = 0x123400000000;
    if (pleach_range(0, 2, "x")) {
        *(volatile int *)address = 1; //~ error: out-of-bounds
    }
    return 0;
}

// paths: 2
// errors: 1
