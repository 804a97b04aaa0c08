// The parts of <math.h> that are about the bits of a number. The arithmetic itself is modelled.

typedef unsigned long bits_t;

static bits_t bits_of(double x) {
    bits_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double of_bits(bits_t bits) {
    double x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

static int exponent_of(double x) {
    return (int)(bits_of(x) >> 52 & 0x7ff);
}

double frexp(double x, int *exponent) {
    int biased = exponent_of(x);
    if (biased == 0x7ff || x == 0) {
        *exponent = 0;
        return x;
    }
    int shift = 0;
    if (biased == 0) {
        x *= 0x1p64;
        shift = 64;
        biased = exponent_of(x);
    }
    *exponent = biased - 1022 - shift;
    return of_bits((bits_of(x) & ~(0x7ffUL << 52)) | 1022UL << 52);
}

float frexpf(float x, int *exponent) {
    return (float)frexp(x, exponent);
}

double ldexp(double x, int exponent) {
    // In steps that do not leave the range: only the last one may round.
    if (exponent > 1023) {
        x *= 0x1p1023;
        exponent -= 1023;
        if (exponent > 1023) {
            x *= 0x1p1023;
            exponent -= 1023;
            if (exponent > 1023) {
                exponent = 1023;
            }
        }
    } else if (exponent < -1022) {
        x *= 0x1p-1022 * 0x1p53;
        exponent += 1022 - 53;
        if (exponent < -1022) {
            x *= 0x1p-1022 * 0x1p53;
            exponent += 1022 - 53;
            if (exponent < -1022) {
                exponent = -1022;
            }
        }
    }
    return x * of_bits((bits_t)(exponent + 1023) << 52);
}

double scalbn(double x, int exponent) {
    return ldexp(x, exponent);
}

double scalbln(double x, long exponent) {
    return ldexp(x, exponent > 5000 ? 5000 : exponent < -5000 ? -5000 : (int)exponent);
}

float ldexpf(float x, int exponent) {
    return (float)ldexp(x, exponent);
}

float scalbnf(float x, int exponent) {
    return (float)ldexp(x, exponent);
}

double modf(double x, double *whole) {
    double cut = __builtin_trunc(x);
    *whole = cut;
    return __builtin_copysign(exponent_of(x) == 0x7ff && x == x ? 0.0 : x - cut, x);
}

float modff(float x, float *whole) {
    double cut;
    double rest = modf(x, &cut);
    *whole = (float)cut;
    return (float)rest;
}

int ilogb(double x) {
    int exponent;
    if (x == 0) {
        return -2147483647 - 1;
    }
    if (x != x) {
        return -2147483647 - 1;
    }
    if (exponent_of(x) == 0x7ff) {
        return 2147483647;
    }
    frexp(x, &exponent);
    return exponent - 1;
}

double logb(double x) {
    if (x == 0) {
        return -1 / (x * x);
    }
    if (exponent_of(x) == 0x7ff) {
        return x * x;
    }
    return ilogb(x);
}

double fdim(double x, double y) {
    return x != x || y != y ? x + y : x > y ? x - y : 0;
}

int __isnan(double x) {
    return x != x;
}

int __isinf(double x) {
    return x == __builtin_inf() ? 1 : x == -__builtin_inf() ? -1 : 0;
}

int __finite(double x) {
    return exponent_of(x) != 0x7ff;
}

int __signbit(double x) {
    return (int)(bits_of(x) >> 63);
}

int __fpclassify(double x) {
    bits_t magnitude = bits_of(x) & ~(1UL << 63);
    if (magnitude > 0x7ffUL << 52) {
        return 0;
    }
    if (magnitude == 0x7ffUL << 52) {
        return 1;
    }
    return magnitude == 0 ? 2 : magnitude < 1UL << 52 ? 3 : 4;
}
