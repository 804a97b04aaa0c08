// Floating point on concrete values is exact; where a value is symbolic the path goes on with one of its values, and the run says so.
#include <assert.h>
#include <float.h>
#include <math.h>
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>

static const double scale = 2.5;
static volatile double zero = 0.0;
static volatile float third = 1.0f / 3;
static volatile long double wide = 1.0L / 3;

static double horner(const double *coefficients, int count, double x) {
    double sum = 0;
    for (int i = count - 1; i >= 0; i--) {
        sum = sum * x + coefficients[i];
    }
    return sum;
}

static void arithmetic(void) {
    volatile double x = 0.1, y = -7.25;
    printf("%.17g %.17g %.17g %.17g\n", x + y, x - y, x * y, x / y);
    printf("%a %a %g %g\n", fmod(y, x), sqrt(2 * scale), -x, fabs(y));
    printf("%.9g %.9g %.9g\n", third * third, third + 1e-9f, (double)third);
    printf("%.21Lg %.21Lg %.21Lg %La\n", wide, wide * wide, wide / 7, sqrtl(wide));
    double coefficients[] = {1, -0.5, 0.25, -0.125, 1e-3};
    printf("%.17g\n", horner(coefficients, 5, 1.7));
    printf("%g %g %g %g\n", 1 / zero, -1 / zero, DBL_MIN / 2, FLT_MAX * 2.0);
    printf("%f\n", zero / zero);
    printf("%g %g %g %g %g\n", floor(y), ceil(y), trunc(y), round(-2.5), rint(-2.5));
    printf("%g %g %g\n", fmin(x, y), fmax(x, y), fma(x, y, 3));
    printf("%.15g %.15g %.15g %.15g\n", sin(x), exp(y), log(x), pow(x, y));
    printf("%.6g %.6g\n", sinf(third), powf(third, 2.5f));
}

static void conversions(void) {
    volatile double x = 1e10 + 0.75, y = -3.99;
    volatile unsigned long big = 0xfffffffffffffbffUL;
    volatile int negative = -2147483647 - 1;
    volatile unsigned char byte = 200;
    printf("%ld %lu %d %u\n", (long)x, (unsigned long)x, (int)y, (unsigned)-y);
    printf("%.17g %.17g %.9g %.9g\n", (double)big, (double)negative, (float)big, (float)byte);
    printf("%.17g %.17g\n", (double)(float)x, (double)wide);
    printf("%Lg %Lg %d\n", (long double)third, (long double)big, (int)(wide * 100));
    __int128 huge = (__int128)big << 30;
    printf("%.17g %ld\n", (double)huge, (long)((__int128)1e30 >> 40));
    printf("%ld %ld\n", lround(y), lrint(2.5));
}

static void comparisons(void) {
    volatile double nan = zero / zero, x = 1.5, y = 2.5;
    printf("%d%d%d%d%d%d ", x < y, x <= y, x > y, x >= y, x == y, x != y);
    printf("%d%d%d%d%d%d ", nan < y, nan <= y, nan > y, nan >= y, nan == nan, nan != nan);
    printf("%d%d%d%d ", isnan(nan) != 0, isinf(1 / zero) != 0, isfinite(x) != 0, isnormal(DBL_MIN / 2) != 0);
    printf("%d%d%d\n", !x, x && y, zero ? 1 : 0);
    printf("%d%d%d\n", isunordered(x, nan) != 0, isless(x, y) != 0, signbit(-zero) != 0);
}

int main(void) {
    arithmetic();
    conversions();
    comparisons();
    int n = pleach_range(0, 3, "n");
    if (n == 1) {
        double product = scale * 3.0;
        assert(product == 7.5);
        return product > 7.0; //~ reach
    }
    if (n == 2) {
        unsigned char u;
        pleach_symbolic(&u, sizeof u, "u");
        double d = u;
        return d / 2 > 300; //~ reach
    }
    return 0; //~ reach
}
// paths: 3
