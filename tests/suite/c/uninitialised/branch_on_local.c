// A local variable is assigned on one way only.
// run: --uninitialized error
#include <pleach.h>

int main(void) {
    int x = pleach_int("x");
    int found;
    if (x > 10) {
        found = 1;
    }
    if (found) { //~ error: uninitialized
        return 1; //~ reach
    }
    return 0;
}

// paths: 2
// errors: 1
// writes: .uninitialized.err
