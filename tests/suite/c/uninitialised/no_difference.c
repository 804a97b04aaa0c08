// A value that nobody has set, in conditions that come out the same whatever it is.
// run: --uninitialized error
#include <pleach.h>

int main(void) {
    int u;
    unsigned v;
    int *keep = &u;
    int x = pleach_int("x");
    if ((u & 0) != 0) {
        return 1; //~ dead
    }
    if ((*keep | 1) == 0) {
        return 2; //~ dead
    }
    if (v % 8 > 7) {
        return 3; //~ dead
    }
    if (x == 0 && (u ^ u) == x) {
        return 4; //~ reach
    }
    long sum = (long)u + x - u;
    if (sum == 12) {
        return 5; //~ reach
    }
    return 0;
}

// paths: 3
