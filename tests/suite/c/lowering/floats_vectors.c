// Complex numbers, vectors, loops over floating point, and the formats besides float and double.
#include <complex.h>
#include <stdio.h>

typedef float floats __attribute__((vector_size(16)));
typedef int ints __attribute__((vector_size(32)));

union view {
    float f;
    unsigned u;
};

__attribute__((noinline)) static float dot(const float *a, const float *b, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

__attribute__((noinline)) static void scale(double *a, int n, double k) {
    for (int i = 0; i < n; i++) {
        a[i] = a[i] * k + i;
    }
}

__attribute__((noinline)) static double greatest(const double *a, int n) {
    double greatest = a[0];
    for (int i = 1; i < n; i++) {
        greatest = a[i] > greatest ? a[i] : greatest;
    }
    return greatest;
}

static void complex_numbers(void) {
    volatile double complex z = 1.5 + 2 * I, w = -0.5 + 3 * I;
    double complex product = z * w;
    volatile float complex narrow = 1.5f + 2 * I;
    float complex square = narrow * narrow;
    printf("%g %g %g %g %g\n", creal(product), cimag(product), crealf(square), cimagf(square), cabs(z));
}

static void vectors(void) {
    floats a = {1, 2, 3, 4}, b = {0.5, 0.25, -1, 2};
    floats c = a * b + a / b;
    ints x = {1, 2, 3, 4, 5, 6, 7, 8};
    x = x * x - 3;
    printf("%g %g %g %g %d %d\n", c[0], c[1], c[2], c[3], x[0], x[7]);
}

static void loops(void) {
    float a[17], b[17];
    double d[19];
    for (int i = 0; i < 17; i++) {
        a[i] = (float)i * 0.3f;
        b[i] = 1.0f / (float)(i + 1);
    }
    for (int i = 0; i < 19; i++) {
        d[i] = i * 1.1;
    }
    scale(d, 19, 1.7);
    printf("%.9g %.17g %.17g %.17g\n", dot(a, b, 17), d[7], d[18], greatest(d, 19));
}

static void formats(void) {
    union view view = {.f = -0.15625f};
    long double factorial = 1;
    for (int i = 1; i < 25; i++) {
        factorial *= i;
    }
    _Float16 half = 1.1f;
    half = half * 3;
    __float128 quad = 1.0;
    quad /= 3;
    printf("%08x %.0Lf %Lg ", view.u, factorial, factorial / 3);
    printf("%.9g %.17g %d\n", (double)half, (double)quad, quad < 0.34);
}

int main(void) {
    complex_numbers();
    vectors();
    loops();
    formats();
    return 0;
}
// paths: 1
