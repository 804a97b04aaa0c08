/* The functions of <math.h> for long doubles that only handle bits, and are exact. Logarithms and the like are missing. */

int *__errno_location(void);
long double fmodl(long double x, long double y);
long double truncl(long double x);
unsigned long strtoul(const char *restrict s, char **restrict end, int base);

enum { EDOM_ = 33, ERANGE_ = 34, BIAS = 16383, TOP = 0x7fff };

/* x87's format: the leading bit of the fraction is explicit. */
struct bits {
    unsigned long fraction;
    unsigned short sign_and_exponent;
};

static struct bits bits_of(long double x) {
    struct bits bits;
    __builtin_memcpy(&bits.fraction, &x, 8);
    __builtin_memcpy(&bits.sign_and_exponent, (char *)&x + 8, 2);
    return bits;
}

static long double of_bits(unsigned long fraction, int sign_and_exponent) {
    long double x = 0;
    unsigned short upper = (unsigned short)sign_and_exponent;
    __builtin_memcpy(&x, &fraction, 8);
    __builtin_memcpy((char *)&x + 8, &upper, 2);
    return x;
}

static int exponent_of(long double x) {
    return bits_of(x).sign_and_exponent & TOP;
}

static int is_negative(long double x) {
    return bits_of(x).sign_and_exponent >> 15;
}

static long double magnitude_of(long double x) {
    return is_negative(x) ? -x : x;
}

long double frexpl(long double x, int *exponent) {
    int shift = 0;
    *exponent = 0;
    if (exponent_of(x) == TOP || x == 0) {
        return x;
    }
    if (exponent_of(x) == 0) {
        x *= 0x1p64L;
        shift = 64;
    }
    struct bits bits = bits_of(x);
    *exponent = (bits.sign_and_exponent & TOP) - (BIAS - 1) - shift;
    return of_bits(bits.fraction, (bits.sign_and_exponent & 0x8000) | (BIAS - 1));
}

/* Scales in steps that stay within the range, so that only the last step may round. */
static long double scaled(long double x, int exponent) {
    for (int i = 0; i < 2 && exponent > BIAS; i++) {
        x *= 0x1p16383L;
        exponent -= BIAS;
    }
    for (int i = 0; i < 2 && exponent < 1 - BIAS; i++) {
        x *= 0x1p-16382L * 0x1p64L;
        exponent += BIAS - 1 - 64;
    }
    exponent = exponent > BIAS ? BIAS : exponent < 1 - BIAS ? 1 - BIAS : exponent;
    return x * of_bits(1ul << 63, exponent + BIAS);
}

long double ldexpl(long double x, int exponent) {
    long double result = scaled(x, exponent);
    if (exponent_of(x) != TOP && x != 0 && (result == 0 || exponent_of(result) == TOP)) {
        *__errno_location() = ERANGE_;
    }
    return result;
}

long double scalbnl(long double x, int exponent) {
    return ldexpl(x, exponent);
}

long double scalblnl(long double x, long exponent) {
    return ldexpl(x, exponent > 50000 ? 50000 : exponent < -50000 ? -50000 : (int)exponent);
}

long double modfl(long double x, long double *whole) {
    long double cut = truncl(x), rest = exponent_of(x) == TOP && x == x ? 0 : magnitude_of(x - cut);
    *whole = cut;
    return is_negative(x) ? -rest : rest;
}

int ilogbl(long double x) {
    int exponent;
    if (x == 0 || exponent_of(x) == TOP) {
        *__errno_location() = EDOM_;
        return x == 0 || x != x ? -2147483647 - 1 : 2147483647;
    }
    frexpl(x, &exponent);
    return exponent - 1;
}

long double logbl(long double x) {
    if (x == 0) {
        return -1 / (x * x);
    }
    return exponent_of(x) == TOP ? x * x : ilogbl(x);
}

long double fdiml(long double x, long double y) {
    if (x != x || y != y) {
        return x + y;
    }
    long double result = x > y ? x - y : 0;
    if (exponent_of(result) == TOP && exponent_of(x) != TOP && exponent_of(y) != TOP) {
        *__errno_location() = ERANGE_;
    }
    return result;
}

long double nextafterl(long double x, long double y) {
    if (x != x || y != y) {
        return x + y;
    }
    if (x == y) {
        return y;
    }
    if (x == 0) {
        return of_bits(1, is_negative(y) ? 0x8000 : 0);
    }
    struct bits bits = bits_of(x);
    int sign = bits.sign_and_exponent & 0x8000, exponent = bits.sign_and_exponent & TOP;
    unsigned long fraction = bits.fraction;
    if ((y > x) == (sign == 0)) {
        fraction++;
        if (fraction == 0 || (exponent == 0 && fraction == 1ul << 63)) {
            fraction = 1ul << 63;
            exponent++;
        }
    } else {
        fraction--;
        if (exponent > 0 && fraction < 1ul << 63) {
            exponent--;
            fraction = exponent == 0 ? fraction : fraction | 1ul << 63;
        }
    }
    if (exponent == TOP || exponent == 0) {
        *__errno_location() = ERANGE_;
    }
    return of_bits(fraction, sign | exponent);
}

long double nexttowardl(long double x, long double y) {
    return nextafterl(x, y);
}

long double remquol(long double x, long double y, int *quotient) {
    if (x != x || y != y || exponent_of(x) == TOP || y == 0) {
        return (x * y) / (x * y);
    }
    *quotient = 0;
    if (exponent_of(y) == TOP) {
        return x;
    }
    long double a = magnitude_of(x), b = magnitude_of(y);
    int count = 0;
    if (b <= 0x1p16380L) {
        a = fmodl(a, 8 * b);
    }
    if (b <= 0x1p16381L && a >= 4 * b) {
        a -= 4 * b;
        count += 4;
    }
    if (b <= 0x1p16382L && a >= 2 * b) {
        a -= 2 * b;
        count += 2;
    }
    if (b < 0x1p-16381L ? a + a > b : a > 0.5L * b) {
        a -= b;
        count++;
        if (b < 0x1p-16381L ? a + a >= b : a >= 0.5L * b) {
            a -= b;
            count++;
        }
    }
    *quotient = is_negative(x) != is_negative(y) ? -count : count;
    if (a == 0) {
        a = 0;
    }
    return is_negative(x) ? -a : a;
}

long double remainderl(long double x, long double y) {
    int quotient;
    if (x == x && y == y && (exponent_of(x) == TOP || y == 0)) {
        *__errno_location() = EDOM_;
    }
    return remquol(x, y, &quotient);
}

long double dreml(long double x, long double y) {
    return remainderl(x, y);
}

long double nanl(const char *tag) {
    char *end;
    int length = 0;
    while (((unsigned char)tag[length] - (unsigned)'0' < 10u) | (((unsigned char)tag[length] | 0x20) - (unsigned)'a' < 26u) |
           (tag[length] == '_')) {
        length++;
    }
    unsigned long payload = tag[length] == '\0' ? strtoul(tag, &end, 0) : 0;
    if (tag[length] != '\0' || end != tag + length) {
        payload = 0;
    }
    return of_bits(3ul << 62 | (payload & ((1ul << 62) - 1)), TOP);
}

int __isnanl(long double x) {
    return x != x;
}

int __isinfl(long double x) {
    return exponent_of(x) == TOP && x == x ? (is_negative(x) ? -1 : 1) : 0;
}

int __finitel(long double x) {
    return exponent_of(x) != TOP;
}

int __signbitl(long double x) {
    return is_negative(x);
}

int __fpclassifyl(long double x) {
    if (exponent_of(x) == TOP) {
        return x == x;
    }
    return x == 0 ? 2 : exponent_of(x) == 0 ? 3 : 4;
}

int isnanl(long double x) {
    return __isnanl(x);
}

int isinfl(long double x) {
    return __isinfl(x);
}

int finitel(long double x) {
    return __finitel(x);
}
