// Four divisions by an input, each with its own report.
#include <pleach.h>

int main(void) {
    int which = pleach_range(0, 4, "which");
    int d = pleach_int("d");
    unsigned u = (unsigned)d;
    if (which == 0) {
        return 100 / d > 3; //~ error: div-by-zero
    }
    if (which == 1) {
        return 100 % d > 3; //~ error: div-by-zero
    }
    if (which == 2) {
        return 100u / u > 3; //~ error: div-by-zero
    }
    return 100u % u > 3; //~ error: div-by-zero
}

// paths: 8
// errors: 4
