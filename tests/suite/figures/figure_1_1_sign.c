// Trabish 2024, figure 1.1: the sign of a number has three paths, which become one where the function returns,
// if it is not counted against that that the sign is asked about.
#include <assert.h>
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

int main(void) {
    int x = pleach_int("x");
    int sign = get_sign(x);
    assert((sign > 0) == (x > 0) && (sign < 0) == (x < 0));
    return sign + 1;
}

// with --merge off: 3 paths
// with --merge all: 3 paths
// with --merge all --tune exec.merge_cost=100: 1 path
