// What numbers are made of: a significand and an exponent, and the number above one.
#include <assert.h>
#include <math.h>
#include <pleach.h>

int main(void) {
    float x;
    pleach_symbolic(&x, sizeof x, "x");
    if (!(x > 0 && x < 1000))
        return 1;
    int exponent;
    float significand = frexpf(x, &exponent);
    assert(significand >= 0.5f && significand < 1.0f);
    assert(exponent <= 10);
    if (exponent == 5 && significand == 0.75f)
        assert(x != 24.0f); //~ error: assert
    assert(nextafterf(x, 2000.0f) > x);
    return 0;
}

// paths: 6
// errors: 1
