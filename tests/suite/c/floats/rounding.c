// Functions that round, and what they have in common.
#include <assert.h>
#include <math.h>
#include <pleach.h>

int main(void) {
    float x;
    pleach_symbolic(&x, sizeof x, "x");
    if (!(x > -1000 && x < 1000))
        return 1;
    float low = floorf(x), high = ceilf(x), whole = truncf(x), near = rintf(x);
    assert(low <= x && x <= high);
    assert(fabsf(whole) <= fabsf(x));
    assert(near == low || near == high);
    assert(fmaxf(low, high) == high);
    assert(copysignf(x, -1.0f) <= 0);
    if (low != high)
        assert(high - low == 1);
    assert(roundf(x) == near); //~ error: assert
    return 0;
}

// paths: 7
// errors: 2
