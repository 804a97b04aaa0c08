// Trabish 2024, figure 1.1: the sign of a number has three paths.
#include <pleach.h>

static int get_sign(int x) {
    if (x == 0) {
        return 0; //~ reach
    }
    if (x < 0) {
        return -1; //~ reach
    } else {
        return 1; //~ reach
    }
}

int main(void) { return get_sign(pleach_int("x")) + 1; }
// paths: 3
// tests: 3
