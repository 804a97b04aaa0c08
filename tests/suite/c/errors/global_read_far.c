// An unchecked index reaches far outside of a global array, on both sides.
#include <pleach.h>

static int table[16];

int main(void) {
    int i = pleach_int("i");
    if (i < 16) {
        return table[i]; //~ error: out-of-bounds
    }
    return 1;
}

// paths: 3
// errors: 1
