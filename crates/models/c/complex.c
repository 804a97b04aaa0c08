// What compilers call for complex products whose result is no number (C11, annex G.5.1), and parts of <complex.h>. Quotients are
// left out: compilers' libraries differ in the last digit.

double hypot(double, double);

// The rare operands that are infinite or no numbers: what is infinite counts as one, what is no number as zero.
#define PRODUCT(name, number)                                                                                          \
    static number name##_boxed(number x) {                                                                             \
        return (number)__builtin_copysign(__builtin_isinf(x) ? 1 : 0, x);                                              \
    }                                                                                                                  \
    static number name##_zeroed(number x) {                                                                            \
        return x != x ? (number)__builtin_copysign(0, x) : x;                                                          \
    }                                                                                                                  \
    number _Complex name(number a, number b, number c, number d) {                                                     \
        number ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                                         \
        number x = ac - bd, y = ad + bc;                                                                               \
        if (x != x && y != y) {                                                                                        \
            int again = 0;                                                                                             \
            if (__builtin_isinf(a) || __builtin_isinf(b)) {                                                            \
                a = name##_boxed(a);                                                                                   \
                b = name##_boxed(b);                                                                                   \
                c = name##_zeroed(c);                                                                                  \
                d = name##_zeroed(d);                                                                                  \
                again = 1;                                                                                             \
            }                                                                                                          \
            if (__builtin_isinf(c) || __builtin_isinf(d)) {                                                            \
                c = name##_boxed(c);                                                                                   \
                d = name##_boxed(d);                                                                                   \
                a = name##_zeroed(a);                                                                                  \
                b = name##_zeroed(b);                                                                                  \
                again = 1;                                                                                             \
            }                                                                                                          \
            if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) { \
                a = name##_zeroed(a);                                                                                  \
                b = name##_zeroed(b);                                                                                  \
                c = name##_zeroed(c);                                                                                  \
                d = name##_zeroed(d);                                                                                  \
                again = 1;                                                                                             \
            }                                                                                                          \
            if (again) {                                                                                               \
                x = (number)__builtin_inf() * (a * c - b * d);                                                         \
                y = (number)__builtin_inf() * (a * d + b * c);                                                         \
            }                                                                                                          \
        }                                                                                                              \
        number _Complex z;                                                                                             \
        __real__ z = x;                                                                                                \
        __imag__ z = y;                                                                                                \
        return z;                                                                                                      \
    }

PRODUCT(__muldc3, double)
PRODUCT(__mulsc3, float)

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
