// The mean of two numbers: half of the sum can be infinite where the mean is not.
#include <assert.h>
#include <math.h>
#include <pleach.h>

static float sloppy(float a, float b) {
    return (a + b) / 2;
}

static float careful(float a, float b) {
    return a / 2 + b / 2;
}

int main(void) {
    float a, b;
    pleach_symbolic(&a, sizeof a, "a");
    pleach_symbolic(&b, sizeof b, "b");
    if (!isfinite(a) || !isfinite(b))
        return 1;
    assert(isfinite(careful(a, b)));
    assert(isfinite(sloppy(a, b))); //~ error: assert
    return 0;
}

// paths: 4
// errors: 1
