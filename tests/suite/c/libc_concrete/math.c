// The functions of <math.h> that take numbers apart, and the ones that read them from text.
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double numbers[] = {0.0, -0.0, 1.0, -1.5, 0.1, 1e300, 3e-310, 4.9e-324, 123456.789, -7e-5, 2.5, -2.5, INFINITY};

static void take_apart(double x) {
    int exponent;
    double whole;
    double fraction = frexp(x, &exponent);
    printf("%a: %a %d ", x, fraction, exponent);
    double rest = modf(x, &whole);
    printf("%a %a ", rest, whole);
    printf("%a %a %a ", ldexp(x, 3), ldexp(x, -1070), scalbn(x, 1100));
    if (isfinite(x) && x != 0) {
        printf("%d %a ", ilogb(x), logb(x));
    }
    printf("%d %d %d\n", isnormal(x) != 0, fpclassify(x) == FP_SUBNORMAL, signbit(x) != 0);
}

static void read(const char *text) {
    char *end;
    double x = strtod(text, &end);
    printf("%a '%s' ", x, end);
    printf("%a %La %a\n", strtof(text, NULL), strtold(text, NULL), atof(text));
}

int main(void) {
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        take_apart(numbers[i]);
        printf("%a %a %a %a %a %a\n", floor(numbers[i]), ceil(numbers[i]), trunc(numbers[i]), round(numbers[i]),
               rint(numbers[i]), fdim(numbers[i], 1));
    }
    read("3.14159 rest");
    read("  -1e10e");
    read("0x1.8p-3z");
    read("1e-400");
    read("17976931348623157e292");
    read("inf");
    read("none");
    read(".5e+1x");
    printf("%.15g %.15g %.15g\n", hypot(3, 4), cbrt(27), atan2(1, -1));
    printf("%.15g %.15g %.15g\n", log2(10), log10(2), expm1(1e-5));
    printf("%ld %ld %lld\n", lround(2.5), lrint(3.5), llround(-0.5));
    return 0;
}
// paths: 1
