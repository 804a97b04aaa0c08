// The parts of <math.h> that are about the bits of a number. The arithmetic itself is modelled.
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

int *__errno_location(void);
double fmod(double x, double y);
double log(double x), log1p(double x), sqrt(double x), fabs(double x), sin(double x), cos(double x);
float logf(float x), log1pf(float x), sqrtf(float x), sinf(float x), cosf(float x);
unsigned long strtoul(const char *restrict s, char **restrict end, int base);

enum { EDOM_ = 33, ERANGE_ = 34 };

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

static double scaled(double x, int exponent) {
    // Scales in steps that stay within the range, so that only the last step may round.
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

// Whether a number became too large or too small.
static double in_range(double x, double result) {
    if (exponent_of(x) != 0x7ff && x != 0 && (result == 0 || exponent_of(result) == 0x7ff)) {
        *__errno_location() = ERANGE_;
    }
    return result;
}

double ldexp(double x, int exponent) {
    return in_range(x, scaled(x, exponent));
}

double scalbn(double x, int exponent) {
    return ldexp(x, exponent);
}

double scalbln(double x, long exponent) {
    return ldexp(x, exponent > 5000 ? 5000 : exponent < -5000 ? -5000 : (int)exponent);
}

float ldexpf(float x, int exponent) {
    return (float)in_range(x, (float)scaled(x, exponent));
}

float scalbnf(float x, int exponent) {
    return ldexpf(x, exponent);
}

float scalblnf(float x, long exponent) {
    return ldexpf(x, exponent > 5000 ? 5000 : exponent < -5000 ? -5000 : (int)exponent);
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
    if (x == 0 || exponent_of(x) == 0x7ff) {
        *__errno_location() = EDOM_;
        return x == 0 || x != x ? -2147483647 - 1 : 2147483647;
    }
    frexp(x, &exponent);
    return exponent - 1;
}

int ilogbf(float x) {
    return ilogb(x);
}

double logb(double x) {
    if (x == 0) {
        return -1 / (x * x);
    }
    return exponent_of(x) == 0x7ff ? x * x : ilogb(x);
}

float logbf(float x) {
    return (float)logb(x);
}

double fdim(double x, double y) {
    if (x != x || y != y) {
        return x + y;
    }
    double result = x > y ? x - y : 0;
    if (exponent_of(result) == 0x7ff && exponent_of(x) != 0x7ff && exponent_of(y) != 0x7ff) {
        *__errno_location() = ERANGE_;
    }
    return result;
}

float fdimf(float x, float y) {
    if (x != x || y != y) {
        return x + y;
    }
    float result = x > y ? x - y : 0;
    if (result == __builtin_inff() && exponent_of(x) != 0x7ff && exponent_of(y) != 0x7ff) {
        *__errno_location() = ERANGE_;
    }
    return result;
}

// Neighbours. A result that is no normal number is noted.

static double neighbour(double x, int upwards) {
    bits_t bits = bits_of(x);
    bits = (bits >> 63) == (bits_t)upwards ? bits - 1 : bits + 1;
    int exponent = (int)(bits >> 52 & 0x7ff);
    if (exponent == 0x7ff || exponent == 0) {
        *__errno_location() = ERANGE_;
    }
    return of_bits(bits);
}

double nextafter(double x, double y) {
    if (x != x || y != y) {
        return x + y;
    }
    if (x == y) {
        return y;
    }
    return x == 0 ? __builtin_copysign(0x1p-1074, y) : neighbour(x, y > x);
}

double nexttoward(double x, long double y) {
    if (x != x || y != y) {
        return x + (double)y;
    }
    if (x == y) {
        return (double)y;
    }
    return x == 0 ? (y < 0 ? -0x1p-1074 : 0x1p-1074) : neighbour(x, y > x);
}

static unsigned single_bits(float x) {
    unsigned bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

static float of_single_bits(unsigned bits) {
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

static float single_neighbour(float x, int upwards) {
    unsigned bits = single_bits(x);
    bits = (bits >> 31) == (unsigned)upwards ? bits - 1 : bits + 1;
    int exponent = (int)(bits >> 23 & 0xff);
    if (exponent == 0xff || exponent == 0) {
        *__errno_location() = ERANGE_;
    }
    return of_single_bits(bits);
}

float nextafterf(float x, float y) {
    if (x != x || y != y) {
        return x + y;
    }
    if (x == y) {
        return y;
    }
    return x == 0 ? __builtin_copysignf(0x1p-149f, y) : single_neighbour(x, y > x);
}

float nexttowardf(float x, long double y) {
    if (x != x || y != y) {
        return x + (float)y;
    }
    if (x == y) {
        return (float)y;
    }
    return x == 0 ? (y < 0 ? -0x1p-149f : 0x1p-149f) : single_neighbour(x, y > x);
}

// Remainders: exact, with the nearest quotient, of which the last bits are told.

static double near_remainder(double x, double y, int *quotient) {
    double a = fabs(x), b = fabs(y);
    int count = 0;
    // Reduces to less than eight times the divisor; both steps are exact.
    if (b <= 0x1p1020) {
        a = fmod(a, 8 * b);
    }
    if (b <= 0x1p1021 && a >= 4 * b) {
        a -= 4 * b;
        count += 4;
    }
    if (b <= 0x1p1022 && a >= 2 * b) {
        a -= 2 * b;
        count += 2;
    }
    // Half of a tiny divisor may not be representable.
    int above = b < 0x1p-1021 ? a + a > b : a > 0.5 * b;
    if (above) {
        a -= b;
        count++;
        if (b < 0x1p-1021 ? a + a >= b : a >= 0.5 * b) {
            a -= b;
            count++;
        }
    }
    *quotient = (bits_of(x) ^ bits_of(y)) >> 63 ? -count : count;
    if (a == 0) {
        a = 0;
    }
    return bits_of(x) >> 63 ? -a : a;
}

static int has_remainder(double x, double y) {
    return x == x && y == y && exponent_of(x) != 0x7ff && y != 0;
}

double remquo(double x, double y, int *quotient) {
    if (!has_remainder(x, y)) {
        return (x * y) / (x * y);
    }
    if (exponent_of(y) == 0x7ff) {
        *quotient = 0;
        return x;
    }
    return near_remainder(x, y, quotient);
}

double remainder(double x, double y) {
    int quotient;
    if (x == x && y == y && !has_remainder(x, y)) {
        *__errno_location() = EDOM_;
    }
    return remquo(x, y, &quotient);
}

double drem(double x, double y) {
    return remainder(x, y);
}

float remquof(float x, float y, int *quotient) {
    return (float)remquo(x, y, quotient);
}

float remainderf(float x, float y) {
    return (float)remainder(x, y);
}

float dremf(float x, float y) {
    return remainderf(x, y);
}

// What is no number, with a number in it.

static int is_word(char c) {
    return ((unsigned char)c - (unsigned)'0' < 10u) | (((unsigned char)c | 0x20) - (unsigned)'a' < 26u) | (c == '_');
}

static bits_t payload(const char *tag) {
    char *end;
    int length = 0;
    while (is_word(tag[length])) {
        length++;
    }
    bits_t number = tag[length] == '\0' ? strtoul(tag, &end, 0) : 0;
    return tag[length] == '\0' && end == tag + length ? number : 0;
}

double nan(const char *tag) {
    return of_bits(0x7ffUL << 52 | 1UL << 51 | (payload(tag) & ((1UL << 51) - 1)));
}

float nanf(const char *tag) {
    return of_single_bits(0x7fc00000u | (unsigned)(payload(tag) & 0x3fffff));
}

// The inverse hyperbolic functions, computed in the order in which glibc does.

double acosh(double x) {
    if (x > 2) {
        if (x >= 0x1p28) {
            return exponent_of(x) == 0x7ff ? x + x : log(x) + 6.93147180559945286227e-01;
        }
        double t = x * x;
        return log(2.0 * x - 1.0 / (x + sqrt(t - 1.0)));
    }
    if (x > 1) {
        double t = x - 1.0;
        return log1p(t + sqrt(2.0 * t + t * t));
    }
    if (x < 1) {
        *__errno_location() = EDOM_;
    }
    return x == 1 ? 0.0 : (x - x) / (x - x);
}

double asinh(double x) {
    double a = fabs(x), w;
    if (exponent_of(x) == 0x7ff) {
        return x + x;
    }
    if (a < 0x1p-28) {
        return x;
    }
    // glibc looks at the upper half of the number.
    unsigned upper = (unsigned)(bits_of(a) >> 32);
    if (upper > 0x41b00000) {
        w = log(a) + 6.93147180559945286227e-01;
    } else if (upper > 0x40000000) {
        w = log(2.0 * a + 1.0 / (sqrt(a * a + 1.0) + a));
    } else {
        double t = a * a;
        w = log1p(a + t / (1.0 + sqrt(1.0 + t)));
    }
    return __builtin_copysign(w, x);
}

double atanh(double x) {
    double a = fabs(x), t;
    if (a < 0.5) {
        if (a < 0x1p-28) {
            return x;
        }
        t = a + a;
        t = 0.5 * log1p(t + t * a / (1.0 - a));
    } else if (a < 1.0) {
        t = 0.5 * log1p((a + a) / (1.0 - a));
    } else {
        if (x == x) {
            *__errno_location() = a > 1.0 ? EDOM_ : ERANGE_;
        }
        return a == 1.0 ? x / 0.0 : (x - x) / (x - x);
    }
    return __builtin_copysign(t, x);
}

float acoshf(float x) {
    if (x > 2) {
        if (x >= 0x1p28f) {
            return exponent_of(x) == 0x7ff ? x + x : logf(x) + 6.9314718246e-01f;
        }
        float t = x * x;
        return logf(2.0f * x - 1.0f / (x + sqrtf(t - 1.0f)));
    }
    if (x > 1) {
        float t = x - 1.0f;
        return log1pf(t + sqrtf(2.0f * t + t * t));
    }
    if (x < 1) {
        *__errno_location() = EDOM_;
    }
    return x == 1 ? 0.0f : (x - x) / (x - x);
}

float asinhf(float x) {
    float a = x < 0 ? -x : x, w;
    if (exponent_of(x) == 0x7ff) {
        return x + x;
    }
    if (a < 0x1p-14f) {
        return x;
    }
    unsigned bits = single_bits(a);
    if (bits > 0x47000000) {
        w = logf(a) + 6.9314718246e-01f;
    } else if (bits > 0x40000000) {
        w = logf(2.0f * a + 1.0f / (sqrtf(a * a + 1.0f) + a));
    } else {
        float t = a * a;
        w = log1pf(a + t / (1.0f + sqrtf(1.0f + t)));
    }
    return __builtin_copysignf(w, x);
}

float atanhf(float x) {
    float a = __builtin_copysignf(x, 1.0f), t;
    if (a < 0.5f) {
        if (a < 0x1p-28f) {
            return x;
        }
        t = a + a;
        t = 0.5f * log1pf(t + t * a / (1.0f - a));
    } else if (a < 1.0f) {
        t = 0.5f * log1pf((a + a) / (1.0f - a));
    } else {
        if (x == x) {
            *__errno_location() = a > 1.0f ? EDOM_ : ERANGE_;
        }
        return a == 1.0f ? x / 0.0f : (x - x) / (x - x);
    }
    return __builtin_copysignf(t, x);
}

void sincos(double x, double *sine, double *cosine) {
    *sine = sin(x);
    *cosine = cos(x);
}

void sincosf(float x, float *sine, float *cosine) {
    *sine = sinf(x);
    *cosine = cosf(x);
}

// Classes.

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

int __isnanf(float x) {
    return x != x;
}

int __isinff(float x) {
    return __isinf(x);
}

int __finitef(float x) {
    return __finite(x);
}

int __signbitf(float x) {
    return (int)(single_bits(x) >> 31);
}

int __fpclassifyf(float x) {
    unsigned magnitude = single_bits(x) & 0x7fffffff;
    if (magnitude >= 0x7f800000) {
        return magnitude == 0x7f800000;
    }
    return magnitude == 0 ? 2 : magnitude < 0x800000 ? 3 : 4;
}

// BSD's names.

int isnan(double x) {
    return __isnan(x);
}

int isinf(double x) {
    return __isinf(x);
}

int finite(double x) {
    return __finite(x);
}

int isnanf(float x) {
    return __isnanf(x);
}

int isinff(float x) {
    return __isinff(x);
}

int finitef(float x) {
    return __finitef(x);
}
