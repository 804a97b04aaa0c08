// What compilers call for complex products whose result is no number (C11, annex G.5.1), and parts of <complex.h>. Quotients are
// left out: compilers' libraries differ in the last digit.

double hypot(double, double);

// The rare operands that are infinite or no numbers.
static double boxed(double x) {
    return __builtin_copysign(__builtin_isinf(x) ? 1 : 0, x);
}

static double zeroed(double x) {
    return x != x ? __builtin_copysign(0, x) : x;
}

double _Complex __muldc3(double a, double b, double c, double d) {
    double ac = a * c, bd = b * d, ad = a * d, bc = b * c;
    double x = ac - bd, y = ad + bc;
    if (x != x && y != y) {
        int again = 0;
        if (__builtin_isinf(a) || __builtin_isinf(b)) {
            a = boxed(a);
            b = boxed(b);
            c = zeroed(c);
            d = zeroed(d);
            again = 1;
        }
        if (__builtin_isinf(c) || __builtin_isinf(d)) {
            c = boxed(c);
            d = boxed(d);
            a = zeroed(a);
            b = zeroed(b);
            again = 1;
        }
        if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) {
            a = zeroed(a);
            b = zeroed(b);
            c = zeroed(c);
            d = zeroed(d);
            again = 1;
        }
        if (again) {
            x = __builtin_inf() * (a * c - b * d);
            y = __builtin_inf() * (a * d + b * c);
        }
    }
    double _Complex z;
    __real__ z = x;
    __imag__ z = y;
    return z;
}

float _Complex __mulsc3(float a, float b, float c, float d) {
    float x = a * c - b * d, y = a * d + b * c;
    float _Complex z;
    __real__ z = x;
    __imag__ z = y;
    if (x != x && y != y) {
        double _Complex wide = __muldc3(a, b, c, d);
        __real__ z = (float)__real__ wide;
        __imag__ z = (float)__imag__ wide;
    }
    return z;
}

double cabs(double _Complex z) {
    return hypot(__real__ z, __imag__ z);
}

double creal(double _Complex z) {
    return __real__ z;
}

double cimag(double _Complex z) {
    return __imag__ z;
}

double _Complex conj(double _Complex z) {
    __imag__ z = -__imag__ z;
    return z;
}
