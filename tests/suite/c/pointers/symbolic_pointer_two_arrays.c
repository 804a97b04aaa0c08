// A symbolic pointer that reaches two objects, with a symbolic index on top.
#include <assert.h>
#include <pleach.h>

int main(void) {
    char low[4] = {1, 2, 3, 4};
    char high[4] = {11, 12, 13, 14};
    char *both[2] = {low, high};
    int which = pleach_range(0, 2, "which");
    int i = pleach_range(0, 5, "i");
    char got = both[which][i]; //~ error: out-of-bounds
    assert(got == 10 * which + i + 1);
    return got;
}

// One path in each object, and one outside of both.
// paths: 2
// errors: 1
