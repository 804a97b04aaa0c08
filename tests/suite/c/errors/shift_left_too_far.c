// A shift by the width or more; by one less is fine.
#include <pleach.h>

int main(void) {
    unsigned n = pleach_range(0, 33, "n");
    unsigned bit = 1u << n; //~ error: overshift
    return bit == 0;
}

// paths: 2
// errors: 1
