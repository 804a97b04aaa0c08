// klee_range: the lower bound is in, the upper one out, both may be negative.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x = klee_range(-5, 6, "x");
    assert(x >= -5 && x <= 5);
    int fixed = klee_range(7, 8, "fixed");
    assert(fixed == 7);
    if (x == -5) {
        return 1; //~ reach
    }
    if (x == 5) {
        return 2; //~ reach
    }
    if (x == 6) {
        return 3; //~ dead
    }
    return 0;
}

// paths: 3
