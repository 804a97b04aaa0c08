// The roots of a quadratic equation: what divides by the leading coefficient forgets that it can be zero.
#include <math.h>
#include <pleach.h>

// The greater root; the coefficients are small integers.
static double root(int a, int b, int c) {
    double discriminant = (double)b * b - 4.0 * a * c;
    if (discriminant < 0)
        return -1000;
    return (-b + sqrt(discriminant)) / (2.0 * a);
}

int main(void) {
    int a = pleach_range(0, 4, "a");
    int b = pleach_range(-6, 7, "b");
    int c = pleach_range(-6, 7, "c");
    double x = root(a, b, c);
    if (x != x)
        pleach_assert(0); //~ error: assert
    return 0;
}

// paths: 3
// errors: 1
