// A switch that depends on it, and one of which all ways that can be taken are one.
// run: --uninitialized error
#include <pleach.h>

int main(void) {
    unsigned u;
    unsigned *keep = &u;
    switch (*keep & 6) {
    case 1:
    case 3:
    case 5:
        return 9; //~ dead
    default:
        break;
    }
    if (pleach_range(0, 2, "x")) {
        switch (*keep & 3) { //~ error: uninitialized
        case 1:
            return 1;
        default:
            return 2;
        }
    }
    return 0;
}

// paths: 2
// errors: 1
