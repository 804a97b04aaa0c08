// Whether a value that nobody has set matters depends on the input.
// run: --uninitialized error
#include <pleach.h>

int main(void) {
    unsigned char u;
    unsigned char *keep = &u;
    unsigned char mask = pleach_range(0, 256, "mask");
    if (*keep & mask) { //~ error: uninitialized
        return 1; //~ dead
    }
    return mask; //~ reach
}

// paths: any
