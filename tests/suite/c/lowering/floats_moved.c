// Floating-point numbers that are only moved: copied, passed, returned, negated, stored in structures and printed.
#include <stdio.h>
#include <string.h>

struct sample {
    float f;
    double d;
    long double ld;
};

static double choose(int which, double a, double b) {
    return which ? a : b;
}

static double absolute(double x) {
    return __builtin_fabs(x);
}

static float negate(float x) {
    return -x;
}

static double values[3] = {1e300, -0.1, 1.0 / 3};

int main(void) {
    volatile double a = 3.75;
    double b = a, table[2] = {b, -b};
    printf("%f %e %g %a\n", a, table[1], choose(0, a, values[2]), choose(1, values[1], a));
    struct sample s = {0.5f, 1e-5, 1.25L}, t = s;
    unsigned bits;
    t.f = negate(t.f);
    memcpy(&bits, &t.f, sizeof bits);
    printf("%x %g %Lg\n", bits, absolute(-t.d), t.ld);
    unsigned long long pattern = 0x400921FB54442D18;
    double pi;
    memcpy(&pi, &pattern, sizeof pi);
    printf("%.15f %10.3f|%-10.1e|%+g\n", pi, pi, pi, __builtin_copysign(pi, -1.0));
    for (int i = 0; i < 3; i++) {
        printf("%.17g ", values[i]);
    }
    printf("%f %F\n", __builtin_inf(), -__builtin_inf());
    return 0;
}
// paths: 1
