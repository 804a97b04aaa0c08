// errno of <math.h>, and the functions about bits in all three formats.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *name, double value) {
    printf("%s %g %d\n", name, value, errno);
    errno = 0;
}

static volatile double zero = 0.0, one = 1.0, big = 1e308;

int main(void) {
    errno = 0;
    show("sqrt", sqrt(-one));
    show("log", log(zero));
    show("log", log(-one));
    show("pow", pow(big, 2 * one));
    show("pow", pow(zero, -one));
    show("exp", exp(-big));
    show("acos", acos(2 * one));
    show("fmod", fmod(one, zero));
    show("ldexp", ldexp(one, 5000));
    show("atanh", atanh(one));
    show("acosh", acosh(zero));
    show("asinh", asinh(2.5 * one));
    show("strtod", strtod("1e999", NULL));
    show("strtod", strtod("1e-999", NULL));
    show("nextafter", nextafter(big * 1.7, INFINITY));
    show("remainder", remainder(5 * one, 3 * one));
    show("cbrt", cbrt(27 * one));
    int quotient, exponent;
    printf("%g %d\n", remquo(29 * one, 3 * one, &quotient), quotient & 7);
    printf("%Lg %d\n", frexpl(40.0L * one, &exponent), exponent);
    long double whole;
    printf("%Lg %Lg %Lg %d\n", modfl(-2.75L * one, &whole), ldexpl(0.75L * one, 4), nextafterl(1.0L * one, 2) - 1, ilogbl(40.0L * one));
    printf("%g %g %d %d\n", (double)fdimf(3.0f * (float)one, 1.0f), (double)nextafterf(1.0f * (float)one, 2.0f) - 1, isnan(nan("7")) != 0, fpclassify(zero) == FP_ZERO);
    return 0;
}
// paths: 1
