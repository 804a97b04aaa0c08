/* Compares what <math.h> has in C with the system's: results, and errno. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <string.h>

#include "compare.h"

#define ALL(X) X(double, ) X(float, f) X(long double, l)
#define X(T, S)                                                                                                        \
    T pl_fdim##S(T, T), pl_logb##S(T), pl_nextafter##S(T, T), pl_nexttoward##S(T, long double), pl_remainder##S(T, T); \
    T pl_drem##S(T, T), pl_remquo##S(T, T, int *), pl_nan##S(const char *), pl_scalbln##S(T, long);                    \
    T pl_frexp##S(T, int *), pl_ldexp##S(T, int), pl_scalbn##S(T, int), pl_modf##S(T, T *);                            \
    int pl_ilogb##S(T), pl___isnan##S(T), pl___isinf##S(T), pl___finite##S(T), pl___signbit##S(T), pl___fpclassify##S(T); \
    int __isnan##S(T), __isinf##S(T), __finite##S(T), __signbit##S(T), __fpclassify##S(T);
ALL(X)
#undef X
#define SHORT(X) X(double, ) X(float, f)
#define X(T, S)                                                                                                        \
    T pl_acosh##S(T), pl_asinh##S(T), pl_atanh##S(T);                                                                   \
    void pl_sincos##S(T, T *, T *);
SHORT(X)
#undef X
int pl_isnan(double), pl_isinf(double), pl_finite(double), pl_isnanf(float), pl_isinff(float), pl_finitef(float);
int pl_isnanl(long double), pl_isinfl(long double), pl_finitel(long double);
/* All of them by name: pl_fdimf pl_fdiml pl_logbf pl_logbl pl_nextafterf pl_nextafterl pl_nexttowardf pl_nexttowardl pl_remainderf pl_remainderl
 * pl_dremf pl_dreml pl_remquof pl_remquol pl_nanf pl_nanl pl_scalblnf pl_scalblnl pl_frexpl pl_ldexpl pl_scalbnl pl_modfl pl_ilogbf pl_ilogbl
 * pl___isnanf pl___isnanl pl___isinff pl___isinfl pl___finitef pl___finitel pl___signbitf pl___signbitl pl___fpclassifyf pl___fpclassifyl
 * pl_acoshf pl_asinhf pl_atanhf pl_sincosf. */

#define same(a, b) ((a) != (a) ? (b) != (b) : (a) == (b) && !signbit(a) == !signbit(b))

/* Often special, often of ordinary size, and any bits else. */
static long double any_number(void) {
    static const long double special[] = {0.0L, -0.0L, 1, -1, 0.5L, 1.5L, 2, -2.5L, INFINITY, -INFINITY, NAN, 0x1p-1074L, 0x1p-149L, 0x1p-16445L, 0x1p-1022L, 0x1p-126L, 0x1p-16382L, 0x1.fffffffffffffp1023L, 0x1.fffffep127L, 0x1.fffffffffffffffep16383L, 0x1p28L, 0x1p-28L, 0x1p14L, 0x1p-14L, 3, 8};
    switch (below(4)) {
    case 0:
        return special[below(sizeof special / sizeof *special)];
    case 1:
        return (long double)(int64_t)next() / (long double)(1 + next() % 1000000);
    case 2: {
        uint64_t bits = next();
        double any;
        memcpy(&any, &bits, sizeof any);
        return any;
    }
    default:
        return ldexpl((long double)(int64_t)next(), (int)below(260) - 190);
    }
}

/* The same call on both sides, with its errno. */
#define BOTH(T, ours_call, theirs_call)                                                                                \
    do {                                                                                                               \
        errno = 0;                                                                                                     \
        T ours = ours_call;                                                                                            \
        int error = errno;                                                                                             \
        errno = 0;                                                                                                     \
        T theirs = theirs_call;                                                                                        \
        CHECK(same(ours, theirs) && error == errno, #theirs_call " of %La %La: %La %La, errno %d %d", (long double)x,  \
              (long double)y, (long double)ours, (long double)theirs, error, errno);                                   \
    } while (0)

#define X(T, S)                                                                                                        \
    static T with_sign##S(T result, T x) {                                                                              \
        return result == 0 ? copysign##S(result, x) : result;                                                          \
    }                                                                                                                  \
                                                                                                                       \
    static void numbers##S(void) {                                                                                     \
        for (int round = 0; round < 60000; round++) {                                                                  \
            volatile T x = (T)any_number(), y = (T)any_number();                                                       \
            int exponent = (int)(next() % 40000) - 20000, ours_int = 7, theirs_int = 7;                                \
            long double direction = any_number();                                                                      \
            BOTH(T, pl_fdim##S(x, y), fdim##S(x, y));                                                                  \
            BOTH(T, pl_logb##S(x), logb##S(x));                                                                        \
            BOTH(T, pl_nextafter##S(x, y), nextafter##S(x, y));                                                        \
            BOTH(T, pl_nexttoward##S(x, direction), nexttoward##S(x, direction));                                      \
            /* The system's remainder() of doubles has now and then another sign of zero than the standard asks for. */   \
            BOTH(T, with_sign##S(pl_remainder##S(x, y), x), with_sign##S(remainder##S(x, y), x));                        \
            BOTH(T, with_sign##S(pl_drem##S(x, y), x), with_sign##S(drem##S(x, y), x));                                  \
            BOTH(T, pl_remquo##S(x, y, &ours_int), remquo##S(x, y, &theirs_int));                                      \
            CHECK((ours_int & 7) == (theirs_int & 7), "remquo of %La %La: %d %d", (long double)x, (long double)y, ours_int, theirs_int); \
            BOTH(T, pl_ldexp##S(x, exponent / 9), ldexp##S(x, exponent / 9));                                          \
            BOTH(T, pl_ldexp##S(x, exponent), ldexp##S(x, exponent));                                                  \
            BOTH(T, pl_scalbn##S(x, exponent), scalbn##S(x, exponent));                                                \
            BOTH(T, pl_scalbln##S(x, exponent * 1000L), scalbln##S(x, exponent * 1000L));                              \
            ours_int = theirs_int = 7;                                                                                 \
            BOTH(T, pl_frexp##S(x, &ours_int), frexp##S(x, &theirs_int));                                              \
            CHECK(ours_int == theirs_int || !isfinite(x), "frexp of %La", (long double)x);                             \
            T whole, cut;                                                                                              \
            BOTH(T, pl_modf##S(x, &whole), modf##S(x, &cut));                                                          \
            CHECK(same(whole, cut), "modf of %La", (long double)x);                                                    \
            BOTH(T, (T)pl_ilogb##S(x), (T)ilogb##S(x));                                                                \
            CHECK(!pl___isnan##S(x) == !__isnan##S(x) && pl___isinf##S(x) == __isinf##S(x) && !pl___finite##S(x) == !__finite##S(x), "%La", (long double)x); \
            CHECK(!pl___signbit##S(x) == !__signbit##S(x) && pl___fpclassify##S(x) == __fpclassify##S(x), "%La", (long double)x); \
        }                                                                                                              \
        static const char *const tags[] = {"", "1", "0x123", "017", "z", "1z", "1(", "99999999999999999999", "_"};     \
        for (int i = 0; i < 9; i++) {                                                                                  \
            T ours = pl_nan##S(tags[i]), theirs = nan##S(tags[i]);                                                     \
            CHECK(memcmp(&ours, &theirs, sizeof(T) == 16 ? 10 : sizeof(T)) == 0, "nan(%s)", tags[i]);                  \
        }                                                                                                              \
    }
ALL(X)
#undef X

#define X(T, S)                                                                                                        \
    static void inverse##S(void) {                                                                                     \
        for (int round = 0; round < 60000; round++) {                                                                  \
            volatile T x = (T)any_number(), y = 0;                                                                     \
            if (below(2)) {                                                                                            \
                x = (T)((double)(next() >> 11) * 0x1p-53 * (below(2) ? 1 : 4) * (below(2) ? 1 : -1));                  \
            }                                                                                                          \
            BOTH(T, pl_acosh##S(x), acosh##S(x));                                                                      \
            BOTH(T, pl_asinh##S(x), asinh##S(x));                                                                      \
            BOTH(T, pl_atanh##S(x), atanh##S(x));                                                                      \
            T a, b, c, d;                                                                                              \
            pl_sincos##S(x, &a, &b);                                                                                   \
            sincos##S(x, &c, &d);                                                                                      \
            CHECK(same(a, c) && same(b, d), "sincos of %La", (long double)x);                                          \
        }                                                                                                              \
    }
SHORT(X)
#undef X

void mathematics(void) {
    numbers();
    numbersf();
    numbersl();
    inverse();
    inversef();
    CHECK(pl_isnan(NAN) && pl_isinf(-INFINITY) == -1 && pl_finite(1) && pl_isnanf(NAN) && pl_isinff(INFINITY) == 1 && !pl_finitef(NAN), "old names");
    CHECK(pl_isnanl(NAN) && pl_isinfl(INFINITY) == 1 && pl_finitel(1), "old names");
}
