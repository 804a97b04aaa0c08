// A chain of comparisons that looks complete, if it were not for what is no number.
#include <math.h>
#include <pleach.h>

static int sign(float x) {
    if (x < 0)
        return -1;
    if (x > 0)
        return 1;
    if (x == 0)
        return 0;
    pleach_assert(0); //~ error: assert
    return 2;
}

static int careful(float x) {
    if (isnan(x))
        return 0;
    if (x < 0)
        return -1;
    if (x > 0)
        return 1;
    if (x == 0)
        return 0;
    pleach_assert(0); //~ dead
    return 2;
}

int main(void) {
    float x;
    pleach_symbolic(&x, sizeof x, "x");
    return sign(x) == careful(x);
}

// paths: 4
// errors: 1
