/* Compares the library's functions, renamed to pl_*, with the system's C library: exhaustively over short strings, then on
 * random data. Strings stand right before a page that cannot be read, so that looking past a terminator ends the run.
 * Prints every disagreement (the first few of a kind) and exits with 1 if there was one. */
#define _GNU_SOURCE
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include "compare.h"

int failures;
long comparisons;

/* The functions under test. */
size_t pl_strlen(const char *), pl_strnlen(const char *, size_t), pl_strspn(const char *, const char *);
size_t pl_strcspn(const char *, const char *), pl_strlcpy(char *, const char *, size_t);
size_t pl_strlcat(char *, const char *, size_t), pl_strxfrm(char *, const char *, size_t);
char *pl_strcpy(char *, const char *), *pl_stpcpy(char *, const char *), *pl_strcat(char *, const char *);
char *pl_strncpy(char *, const char *, size_t), *pl_stpncpy(char *, const char *, size_t);
char *pl_strncat(char *, const char *, size_t), *pl_strdup(const char *), *pl_strndup(const char *, size_t);
char *pl_strchr(const char *, int), *pl_strrchr(const char *, int), *pl_strchrnul(const char *, int);
char *pl_index(const char *, int), *pl_rindex(const char *, int);
char *pl_strstr(const char *, const char *), *pl_strcasestr(const char *, const char *);
char *pl_strpbrk(const char *, const char *), *pl_strtok(char *, const char *);
char *pl_strtok_r(char *, const char *, char **), *pl_strsep(char **, const char *), *pl_strerror(int);
void *pl_memchr(const void *, int, size_t), *pl_memrchr(const void *, int, size_t), *pl_rawmemchr(const void *, int);
void *pl_memmem(const void *, size_t, const void *, size_t), *pl_mempcpy(void *, const void *, size_t);
void *pl_memccpy(void *, const void *, int, size_t);
int pl_strcmp(const char *, const char *), pl_strncmp(const char *, const char *, size_t);
int pl_strcoll(const char *, const char *), pl_strcasecmp(const char *, const char *);
int pl_strncasecmp(const char *, const char *, size_t), pl_memcmp(const void *, const void *, size_t);
int pl_bcmp(const void *, const void *, size_t);
void pl_bzero(void *, size_t), pl_explicit_bzero(void *, size_t);
int pl_ffs(int), pl_ffsl(long), pl_ffsll(long long);

#define CLASSES(X)                                                                                                     \
    X(isalnum) X(isalpha) X(isblank) X(iscntrl) X(isdigit) X(isgraph) X(islower) X(isprint) X(ispunct) X(isspace)      \
    X(isupper) X(isxdigit) X(tolower) X(toupper)
#define DECLARE(name) int pl_##name(int);
CLASSES(DECLARE)
int pl_isascii(int), pl_toascii(int);
const unsigned short **pl___ctype_b_loc(void);
const int **pl___ctype_tolower_loc(void), **pl___ctype_toupper_loc(void);

int pl_atoi(const char *);
long pl_atol(const char *), pl_strtol(const char *, char **, int), pl___isoc23_strtol(const char *, char **, int);
long long pl_strtoq(const char *, char **, int);
unsigned long long pl_strtouq(const char *, char **, int);
long long pl_atoll(const char *), pl_strtoll(const char *, char **, int), pl___isoc23_strtoll(const char *, char **, int);
unsigned long pl_strtoul(const char *, char **, int), pl___isoc23_strtoul(const char *, char **, int);
unsigned long long pl_strtoull(const char *, char **, int), pl___isoc23_strtoull(const char *, char **, int);
intmax_t pl_strtoimax(const char *, char **, int), pl___isoc23_strtoimax(const char *, char **, int);
uintmax_t pl_strtoumax(const char *, char **, int), pl___isoc23_strtoumax(const char *, char **, int);
int pl_abs(int);
long pl_labs(long), pl_imaxabs(long);
long long pl_llabs(long long);
div_t pl_div(int, int);
ldiv_t pl_ldiv(long, long);
lldiv_t pl_lldiv(long long, long long);
imaxdiv_t pl_imaxdiv(intmax_t, intmax_t);
void pl_qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void pl_qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
void *pl_bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
int pl_rand(void), pl_rand_r(unsigned *);
void pl_srand(unsigned), pl_srandom(unsigned);
long pl_random(void);

static uint64_t state = 1;

uint64_t next(void) {
    state += 0x9e3779b97f4a7c15u;
    uint64_t z = state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

unsigned below(unsigned bound) {
    return (unsigned)(next() % bound);
}

/* Pages that end where nothing may be read or written. */
enum { PAGE = 4096, PAGES = 6 };
static char *page_end[PAGES];

static void map_pages(void) {
    for (int i = 0; i < PAGES; i++) {
        char *page = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED || mprotect(page + PAGE, PAGE, PROT_NONE) != 0) {
            perror("mmap");
            exit(2);
        }
        page_end[i] = page + PAGE;
    }
}

/* A copy of `size` bytes that ends with its page. */
static char *guarded(int page, const void *bytes, size_t size) {
    return memcpy(page_end[page] - size, bytes, size);
}

static char *guarded_string(int page, const char *s) {
    return guarded(page, s, strlen(s) + 1);
}

static int sign(int n) {
    return (n > 0) - (n < 0);
}

/* Where a pointer points within a string; -1 for NULL. */
static long at(const void *p, const void *base) {
    return p == NULL ? -1 : (const char *)p - (const char *)base;
}

/* Two equal buffers to write into, and whether they are still equal. */
enum { ROOM = 64 };
static char *mine, *theirs;

static void fresh(const char *contents) {
    mine = page_end[2] - ROOM;
    theirs = page_end[3] - ROOM;
    memset(mine, 0x55, ROOM);
    strcpy(mine, contents);
    memcpy(theirs, mine, ROOM);
}

static int same(void) {
    return memcmp(mine, theirs, ROOM) == 0;
}

static void one_string(const char *s) {
    char *g = guarded_string(0, s);
    size_t length = strlen(s);
    CHECK(pl_strlen(g) == length, "'%s'", s);
    for (int n = 0; n < 8; n++) {
        CHECK(pl_strnlen(g, n) == strnlen(g, n), "'%s' %d", s, n);
        char *copy = pl_strndup(g, n), *expected = strndup(g, n);
        CHECK(strcmp(copy, expected) == 0, "'%s' %d", s, n);
        free(copy);
        free(expected);
    }
    char *copy = pl_strdup(g);
    CHECK(strcmp(copy, s) == 0, "'%s'", s);
    free(copy);
    const int wanted[] = {'a', 'b', 'B', 0, 0x80, -128, 'a' + 256, 'z'};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        int c = wanted[i];
        CHECK(pl_strchr(g, c) == strchr(g, c), "'%s' %d", s, c);
        CHECK(pl_strrchr(g, c) == strrchr(g, c), "'%s' %d", s, c);
        CHECK(pl_index(g, c) == strchr(g, c), "'%s' %d", s, c);
        CHECK(pl_rindex(g, c) == strrchr(g, c), "'%s' %d", s, c);
        CHECK(pl_strchrnul(g, c) == strchrnul(g, c), "'%s' %d", s, c);
        if (strchr(g, c) != NULL) {
            CHECK(pl_rawmemchr(g, c) == rawmemchr(g, c), "'%s' %d", s, c);
        }
        for (size_t n = 0; n <= length + 1; n++) {
            CHECK(pl_memchr(g, c, n) == memchr(g, c, n), "'%s' %d %zu", s, c, n);
            CHECK(pl_memrchr(g, c, n) == memrchr(g, c, n), "'%s' %d %zu", s, c, n);
            fresh("");
            CHECK(at(pl_memccpy(mine, g, c, n), mine) == at(memccpy(theirs, g, c, n), theirs) && same(), "'%s' %d %zu", s,
                  c, n);
        }
    }
}

/* What strlcpy and strlcat are specified to do (a C library may lack them). */
static size_t expected_strlcpy(char *to, const char *from, size_t size) {
    if (size > 0) {
        size_t n = strnlen(from, size - 1);
        memcpy(to, from, n);
        to[n] = 0;
    }
    return strlen(from);
}

static size_t expected_strlcat(char *to, const char *from, size_t size) {
    size_t used = strnlen(to, size);
    return used + (used == size ? strlen(from) : expected_strlcpy(to + used, from, size - used));
}

static void tokens(const char *s, const char *set) {
    char *rest = NULL, *expected_rest = NULL;
    fresh(s);
    char *token, *expected;
    int first = 1;
    do {
        token = pl_strtok_r(first ? mine : NULL, set, &rest);
        expected = strtok_r(first ? theirs : NULL, set, &expected_rest);
        first = 0;
        CHECK(at(token, mine) == at(expected, theirs) && at(rest, mine) == at(expected_rest, theirs) && same(), "'%s' '%s'", s,
              set);
    } while (token != NULL && expected != NULL);
    fresh(s);
    first = 1;
    do {
        token = pl_strtok(first ? mine : NULL, set);
        expected = strtok(first ? theirs : NULL, set);
        first = 0;
        CHECK(at(token, mine) == at(expected, theirs) && same(), "'%s' '%s'", s, set);
    } while (token != NULL && expected != NULL);
    fresh(s);
    rest = mine;
    expected_rest = theirs;
    do {
        token = pl_strsep(&rest, set);
        expected = strsep(&expected_rest, set);
        CHECK(at(token, mine) == at(expected, theirs) && at(rest, mine) == at(expected_rest, theirs) && same(), "'%s' '%s'", s,
              set);
    } while (token != NULL && expected != NULL);
}

static void two_strings(const char *s, const char *t) {
    char *a = guarded_string(0, s), *b = guarded_string(1, t);
    CHECK(sign(pl_strcmp(a, b)) == sign(strcmp(a, b)), "'%s' '%s'", s, t);
    CHECK(sign(pl_strcoll(a, b)) == sign(strcoll(a, b)), "'%s' '%s'", s, t);
    CHECK(sign(pl_strcasecmp(a, b)) == sign(strcasecmp(a, b)), "'%s' '%s'", s, t);
    CHECK(pl_strstr(a, b) == strstr(a, b), "'%s' '%s'", s, t);
    CHECK(pl_strcasestr(a, b) == strcasestr(a, b), "'%s' '%s'", s, t);
    CHECK(pl_strspn(a, b) == strspn(a, b), "'%s' '%s'", s, t);
    CHECK(pl_strcspn(a, b) == strcspn(a, b), "'%s' '%s'", s, t);
    CHECK(pl_strpbrk(a, b) == strpbrk(a, b), "'%s' '%s'", s, t);
    size_t shorter = strlen(s) < strlen(t) ? strlen(s) : strlen(t);
    for (size_t n = 0; n <= shorter + 1; n++) {
        CHECK(sign(pl_memcmp(a, b, n)) == sign(memcmp(a, b, n)), "'%s' '%s' %zu", s, t, n);
        CHECK(!pl_bcmp(a, b, n) == !bcmp(a, b, n), "'%s' '%s' %zu", s, t, n);
    }
    CHECK(pl_memmem(a, strlen(a), b, strlen(b)) == memmem(a, strlen(a), b, strlen(b)), "'%s' '%s'", s, t);
    fresh(s);
    CHECK(pl_strcat(mine, b) == mine && strcat(theirs, b) && same(), "'%s' '%s'", s, t);
    fresh(s);
    CHECK(pl_strcpy(mine, b) == mine && strcpy(theirs, b) && same(), "'%s' '%s'", s, t);
    fresh(s);
    CHECK(at(pl_stpcpy(mine, b), mine) == at(stpcpy(theirs, b), theirs) && same(), "'%s' '%s'", s, t);
    fresh(s);
    CHECK(at(pl_mempcpy(mine, b, strlen(b)), mine) == at(mempcpy(theirs, b, strlen(b)), theirs) && same(), "'%s' '%s'", s, t);
    for (size_t n = 0; n < 8; n++) {
        CHECK(sign(pl_strncmp(a, b, n)) == sign(strncmp(a, b, n)), "'%s' '%s' %zu", s, t, n);
        CHECK(sign(pl_strncasecmp(a, b, n)) == sign(strncasecmp(a, b, n)), "'%s' '%s' %zu", s, t, n);
        fresh(s);
        CHECK(pl_strncpy(mine, b, n) == mine && strncpy(theirs, b, n) && same(), "'%s' '%s' %zu", s, t, n);
        fresh(s);
        CHECK(at(pl_stpncpy(mine, b, n), mine) == at(stpncpy(theirs, b, n), theirs) && same(), "'%s' '%s' %zu", s, t, n);
        fresh(s);
        CHECK(pl_strncat(mine, b, n) == mine && strncat(theirs, b, n) && same(), "'%s' '%s' %zu", s, t, n);
        fresh(s);
        CHECK(pl_strlcpy(mine, b, n) == expected_strlcpy(theirs, b, n) && same(), "'%s' '%s' %zu", s, t, n);
        fresh(s);
        CHECK(pl_strlcat(mine, b, n) == expected_strlcat(theirs, b, n) && same(), "'%s' '%s' %zu", s, t, n);
        fresh(s);
        CHECK(pl_strxfrm(mine, b, n) == strlen(b), "'%s' '%s' %zu", s, t, n);
    }
    tokens(s, t);
}

/* String number `index` over a small alphabet: all strings in order of length. */
static const char *nth_string(unsigned index, char *buffer) {
    static const char alphabet[] = {'a', 'B', 'b', (char)0x80};
    size_t length = 0;
    unsigned count = 1;
    while (index >= count) {
        index -= count;
        count *= sizeof alphabet;
        length++;
    }
    for (size_t i = 0; i < length; i++, index /= sizeof alphabet) {
        buffer[i] = alphabet[index % sizeof alphabet];
    }
    buffer[length] = 0;
    return buffer;
}

static void strings(void) {
    enum { SINGLE = 1 + 4 + 16 + 64 + 256 + 1024, DOUBLE = 1 + 4 + 16 + 64 + 256 };
    char s[16], t[16];
    for (unsigned i = 0; i < SINGLE; i++) {
        one_string(nth_string(i, s));
    }
    for (unsigned i = 0; i < DOUBLE; i++) {
        for (unsigned k = 0; k < 1 + 4 + 16 + 64; k++) {
            two_strings(nth_string(i, s), nth_string(k, t));
        }
    }
    for (int round = 0; round < 20000; round++) {
        char a[32], b[32];
        unsigned alphabet = below(2) ? 3 : 255;
        for (char *p = a; p < a + sizeof a; p++) {
            *p = (char)(1 + below(alphabet));
        }
        memcpy(b, a, sizeof b);
        b[below(sizeof b)] = (char)(1 + below(alphabet));
        a[below(30)] = 0;
        b[below(30)] = 0;
        one_string(a);
        two_strings(a, b + below(3));
    }
    for (size_t n = 0; n < 20; n++) {
        fresh("0123456789012345678901234567890");
        pl_bzero(mine, n);
        bzero(theirs, n);
        CHECK(same(), "%zu", n);
        pl_explicit_bzero(mine + 30, n);
        bzero(theirs + 30, n);
        CHECK(same(), "%zu", n);
    }
    for (int n = -5; n < 300; n++) {
        CHECK(strcmp(pl_strerror(n), strerror(n)) == 0, "%d: %s", n, pl_strerror(n));
    }
    CHECK(strcmp(pl_strerror(INT_MIN), strerror(INT_MIN)) == 0, "%s", pl_strerror(INT_MIN));
    for (int i = 0; i < 20000; i++) {
        long long n = (long long)(next() << below(64));
        n = below(8) ? n : 0;
        CHECK(pl_ffs((int)n) == ffs((int)n) && pl_ffsl(n) == ffsl(n) && pl_ffsll(n) == ffsll(n), "%lld", n);
    }
}

static void classes(void) {
    for (int c = -128; c < 256; c++) {
#define COMPARE(name) CHECK(pl_##name(c) == (name)(c), #name " %d", c);
        CLASSES(COMPARE)
        CHECK((*pl___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "%d", c);
        CHECK((*pl___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "%d", c);
        CHECK((*pl___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "%d", c);
    }
    for (int i = 0; i < 1000; i++) {
        int c = (int)next() >> below(31);
        CHECK(!pl_isascii(c) == !isascii(c) && pl_toascii(c) == (toascii)(c), "%d", c);
        CHECK(pl_tolower(c) == (tolower)(c) && pl_toupper(c) == (toupper)(c), "%d", c);
    }
}

#define CONVERSION(type, mine_fn, theirs_fn)                                                                           \
    do {                                                                                                               \
        char *end = (char *)&state, *expected_end = (char *)&state;                                                    \
        errno = 77;                                                                                                    \
        type value = mine_fn(g, &end, base);                                                                           \
        int error = errno;                                                                                             \
        errno = 77;                                                                                                    \
        type expected = theirs_fn(g, &expected_end, base);                                                             \
        CHECK(value == expected && end == expected_end && error == errno, #theirs_fn " '%s' base %d", s, base);        \
        errno = 77;                                                                                                    \
        value = mine_fn(g, NULL, base);                                                                                \
        CHECK(value == expected && error == errno, #theirs_fn " '%s' base %d, no end", s, base);                       \
    } while (0)

static void number(const char *s, int base) {
    char *g = guarded_string(0, s);
    CONVERSION(long, pl_strtol, strtol);
    CONVERSION(long long, pl_strtoll, strtoll);
    CONVERSION(long long, pl_strtoq, strtoq);
    CONVERSION(unsigned long long, pl_strtouq, strtouq);
    CONVERSION(unsigned long, pl_strtoul, strtoul);
    CONVERSION(unsigned long long, pl_strtoull, strtoull);
    CONVERSION(intmax_t, pl_strtoimax, strtoimax);
    CONVERSION(uintmax_t, pl_strtoumax, strtoumax);
    if (strpbrk(s, "bB") == NULL) {
        CONVERSION(long, pl___isoc23_strtol, strtol);
        CONVERSION(long long, pl___isoc23_strtoll, strtoll);
        CONVERSION(unsigned long, pl___isoc23_strtoul, strtoul);
        CONVERSION(unsigned long long, pl___isoc23_strtoull, strtoull);
        CONVERSION(intmax_t, pl___isoc23_strtoimax, strtoimax);
        CONVERSION(uintmax_t, pl___isoc23_strtoumax, strtoumax);
    }
    CHECK(pl_atoi(g) == atoi(g) && pl_atol(g) == atol(g) && pl_atoll(g) == atoll(g), "'%s'", s);
}

static void binary(const char *s, int base, long value, long length) {
    char *end;
    CHECK(pl___isoc23_strtol(s, &end, base) == value && end - s == length, "'%s' base %d", s, base);
    CHECK(pl___isoc23_strtoull(s, &end, base) == (unsigned long long)value && end - s == length, "'%s' base %d", s, base);
}

static void numbers(void) {
    static const int bases[] = {0, 2, 3, 8, 10, 16, 35, 36, 1, -1, 37};
    static const char *const edges[] = {
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
        "18446744073709551616", "-18446744073709551615", "-18446744073709551616", "99999999999999999999999", "0x7fffffffffffffff",
        "0x8000000000000000", "0xffffffffffffffff", "0x10000000000000000", "-0x8000000000000000", "01777777777777777777777",
        "0000000000000000000000000000000000000012", "zzzzzzzzzzzz", "zzzzzzzzzzzzz", "3w5e11264sgsf", "3w5e11264sgsg", "1y2p0ij32e8e7",
        "1y2p0ij32e8e8", "2147483648", "-2147483649", "4294967296", "0x", "0xg", "-0x", "+0X1F", " \t\n\v\f\r42", "+-3", "- 3", "", " ", "-",
        "123abc", "0b101", "0b", "08", "0x0x1"};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        for (int base = -2; base <= 38; base++) {
            number(edges[i], base);
        }
    }
    /* All texts of up to five characters over what matters. */
    static const char alphabet[] = {'0', '1', '9', '-', '+', ' ', 'x', 'f', 'Z', (char)0x89};
    for (int length = 1; length <= 4; length++) {
        int count = 1;
        for (int i = 0; i < length; i++) {
            count *= (int)sizeof alphabet;
        }
        for (int index = 0; index < count; index++) {
            char s[8] = {0};
            for (int i = 0, rest = index; i < length; i++, rest /= (int)sizeof alphabet) {
                s[i] = alphabet[rest % (int)sizeof alphabet];
            }
            for (size_t b = 0; b < sizeof bases / sizeof *bases; b++) {
                number(s, bases[b]);
            }
        }
    }
    for (int round = 0; round < 50000; round++) {
        char s[80];
        int base = 2 + (int)below(35);
        char *p = s;
        p += sprintf(p, "%s", below(2) ? "-" : "");
        unsigned length = 1 + below(66);
        for (unsigned i = 0; i < length; i++) {
            *p++ = "0123456789abcdefghijklmnopqrstuvwxyz"[below((unsigned)base)];
        }
        *p = 0;
        number(s, base);
    }
    binary("0b101", 0, 5, 5);
    binary("0B11", 2, 3, 4);
    binary("-0b11", 0, -3, 5);
    binary("0b2", 0, 0, 1);
    binary("0b", 2, 0, 1);
    binary("0b1", 16, 0xb1, 3);
    binary("0b1", 10, 0, 1);
    binary("101", 2, 5, 3);
    binary("0x1f", 0, 31, 4);
}

static void arithmetic(void) {
    for (int round = 0; round < 20000; round++) {
        long a = (long)next() >> below(63), b = (long)next() >> below(63);
        CHECK(pl_abs((int)a) == abs((int)a) || (int)a == INT_MIN, "%ld", a);
        CHECK(pl_labs(a) == labs(a) && pl_llabs(a) == llabs(a) && pl_imaxabs(a) == imaxabs(a), "%ld", a);
        if ((int)b != 0 && (int)b != -1 && b != -1) {
            div_t q = pl_div((int)a, (int)b), r = div((int)a, (int)b);
            CHECK(q.quot == r.quot && q.rem == r.rem, "%ld %ld", a, b);
            ldiv_t lq = pl_ldiv(a, b), lr = ldiv(a, b);
            CHECK(lq.quot == lr.quot && lq.rem == lr.rem, "%ld %ld", a, b);
            lldiv_t llq = pl_lldiv(a, b), llr = lldiv(a, b);
            CHECK(llq.quot == llr.quot && llq.rem == llr.rem, "%ld %ld", a, b);
            imaxdiv_t mq = pl_imaxdiv(a, b), mr = imaxdiv(a, b);
            CHECK(mq.quot == mr.quot && mq.rem == mr.rem, "%ld %ld", a, b);
        }
    }
    CHECK(pl_abs(INT_MIN) == INT_MIN && pl_labs(LONG_MIN) == LONG_MIN, "least numbers");
}

/* Elements are ordered by their first byte alone, so that stability shows. */
static int by_first(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static int by_first_counting(const void *a, const void *b, void *calls) {
    ++*(long *)calls;
    return by_first(a, b);
}

/* What a stable sort gives: each element goes behind those not greater. */
static void expected_sort(unsigned char *base, size_t count, size_t size) {
    unsigned char element[64];
    for (size_t i = 1; i < count; i++) {
        size_t k = i;
        memcpy(element, base + i * size, size);
        for (; k > 0 && by_first(base + (k - 1) * size, element) > 0; k--) {
            memcpy(base + k * size, base + (k - 1) * size, size);
        }
        memcpy(base + k * size, element, size);
    }
}

static void sorting(void) {
    for (int round = 0; round < 4000; round++) {
        size_t size = 1 + below(20), count = below(round % 100 == 0 ? 300 : 30);
        unsigned char data[300 * 20], copy[300 * 20], expected[300 * 20];
        unsigned keys = 1 + below(255);
        for (size_t i = 0; i < count * size; i++) {
            data[i] = (unsigned char)(i % size == 0 ? below(keys) : next());
        }
        memcpy(copy, data, sizeof copy);
        memcpy(expected, data, sizeof expected);
        expected_sort(expected, count, size);
        pl_qsort(data, count, size, by_first);
        CHECK(memcmp(data, expected, count * size) == 0, "%zu elements of %zu", count, size);
        long calls = 0;
        pl_qsort_r(copy, count, size, by_first_counting, &calls);
        CHECK(memcmp(copy, expected, count * size) == 0, "%zu elements of %zu", count, size);
        CHECK(calls <= (long)(count * 9), "%ld comparisons of %zu elements", calls, count);
        unsigned char key = (unsigned char)below(keys + 1);
        CHECK(pl_bsearch(&key, data, count, size, by_first) == bsearch(&key, data, count, size, by_first), "%d", key);
    }
    pl_qsort(NULL, 0, 4, by_first);
    CHECK(pl_bsearch("", NULL, 0, 4, by_first) == NULL, "nothing to search");
}

static void random_numbers(void) {
    for (int i = 0; i < 1000; i++) {
        int value = pl_rand(), expected = rand();
        CHECK(value == expected, "without a seed, number %d", i);
    }
    for (int round = 0; round < 500; round++) {
        unsigned seed = round < 5 ? (unsigned)round : round < 10 ? 0u - (unsigned)round : (unsigned)next();
        pl_srand(seed);
        srand(seed);
        for (int i = 0; i < 100; i++) {
            int value = pl_rand(), expected = rand();
            CHECK(value == expected, "seed %u, number %d", seed, i);
        }
        pl_srandom(seed);
        srandom(seed);
        for (int i = 0; i < 40; i++) {
            long value = pl_random(), expected = random();
            CHECK(value == expected, "seed %u, number %d", seed, i);
        }
        unsigned a = seed, b = seed;
        for (int i = 0; i < 20; i++) {
            int value = pl_rand_r(&a), expected = rand_r(&b);
            CHECK(value == expected && a == b, "seed %u, number %d", seed, i);
        }
    }
}

double pl_frexp(double, int *), pl_ldexp(double, int), pl_scalbn(double, int), pl_scalbln(double, long);
double pl_modf(double, double *), pl_logb(double), pl_fdim(double, double);
float pl_frexpf(float, int *), pl_ldexpf(float, int), pl_scalbnf(float, int), pl_modff(float, float *);
int pl_ilogb(double), pl___isnan(double), pl___isinf(double), pl___finite(double), pl___signbit(double);
int pl___fpclassify(double), __isnan(double), __isinf(double), __finite(double), __signbit(double), __fpclassify(double);
double _Complex pl___muldc3(double, double, double, double), __muldc3(double, double, double, double);
float _Complex pl___mulsc3(float, float, float, float), __mulsc3(float, float, float, float);
double pl_cabs(double _Complex), pl_creal(double _Complex), pl_cimag(double _Complex);
double _Complex pl_conj(double _Complex);

/* The same number with the same sign, or none on both sides. */
static int alike(double a, double b) {
    return a != a ? b != b : a == b && !signbit(a) == !signbit(b);
}

/* Any bits, and often a number at which arithmetic is special. */
static double any_number(void) {
    static const double special[] = {0.0, -0.0, 1.0, -1.0, 0.5, 1.5, -2.5, INFINITY, -INFINITY, NAN, 0x1p-1074, -0x1p-1022,
                                     0x1.fffffffffffffp-1023, 0x1.fffffffffffffp1023, 0x1p52, -0x1.8p53, 3.25};
    uint64_t bits = next();
    double any;
    if (bits % 3 == 0)
        return special[bits / 3 % (sizeof special / sizeof *special)];
    if (bits % 3 == 1)
        return (double)(int64_t)next() / (double)(1 + next() % 1000);
    bits = next();
    memcpy(&any, &bits, sizeof any);
    return any;
}

/* Whether two complex numbers are alike in both parts. */
static int alike_complex(double _Complex a, double _Complex b) {
    return alike(creal(a), creal(b)) && alike(cimag(a), cimag(b));
}

static void floating(void) {
    for (int round = 0; round < 200000; round++) {
        double x = any_number(), y = any_number(), u = any_number(), v = any_number();
        int exponent = (int)(next() % 5000) - 2500, ours = 7, theirs = 7;
        CHECK(alike(pl_frexp(x, &ours), frexp(x, &theirs)) && (ours == theirs || !isfinite(x)), "%a", x);
        CHECK(alike(pl_frexpf((float)x, &ours), frexpf((float)x, &theirs)) && (ours == theirs || !isfinite((float)x)), "%a", x);
        CHECK(alike(pl_ldexp(x, exponent), ldexp(x, exponent)), "%a %d", x, exponent);
        CHECK(alike(pl_scalbn(x, exponent), scalbn(x, exponent)), "%a %d", x, exponent);
        CHECK(alike(pl_scalbln(x, exponent * 1000L), scalbln(x, exponent * 1000L)), "%a %d", x, exponent);
        CHECK(alike(pl_ldexpf((float)x, exponent / 8), ldexpf((float)x, exponent / 8)), "%a %d", x, exponent / 8);
        CHECK(alike(pl_scalbnf((float)x, exponent / 8), scalbnf((float)x, exponent / 8)), "%a %d", x, exponent / 8);
        double whole, cut;
        double rest = pl_modf(x, &whole);
        CHECK(alike(rest, modf(x, &cut)) && alike(whole, cut), "%a", x);
        float whole_float, cut_float;
        float rest_float = pl_modff((float)x, &whole_float);
        CHECK(alike(rest_float, modff((float)x, &cut_float)) && alike(whole_float, cut_float), "%a", x);
        CHECK(pl_ilogb(x) == ilogb(x), "%a", x);
        CHECK(alike(pl_logb(x), logb(x)), "%a", x);
        CHECK(alike(pl_fdim(x, y), fdim(x, y)), "%a %a", x, y);
        CHECK(!pl___isnan(x) == !__isnan(x) && pl___isinf(x) == __isinf(x) && !pl___finite(x) == !__finite(x), "%a", x);
        CHECK(!pl___signbit(x) == !__signbit(x) && pl___fpclassify(x) == __fpclassify(x), "%a", x);
        CHECK(alike_complex(pl___muldc3(x, y, u, v), __muldc3(x, y, u, v)), "%a %a %a %a", x, y, u, v);
        float a = (float)x, b = (float)y, c = (float)u, d = (float)v;
        CHECK(alike_complex(pl___mulsc3(a, b, c, d), __mulsc3(a, b, c, d)), "%a %a %a %a", a, b, c, d);
        double _Complex z = CMPLX(x, y);
        CHECK(alike(pl_creal(z), creal(z)) && alike(pl_cimag(z), cimag(z)), "%a %a", x, y);
        CHECK(alike_complex(pl_conj(z), conj(z)) && alike(pl_cabs(z), cabs(z)), "%a %a", x, y);
    }
}

int main(void) {
    map_pages();
    floating();
    mathematics();
    fortified();
    strings();
    classes();
    numbers();
    arithmetic();
    sorting();
    random_numbers();
    streams();
    file_system();
    descriptors();
    gnu();
    waiting();
    regular_expressions();
    codes();
    signals();
    formatted_input();
    command_lines();
    times();
    surroundings();
    threads();
    network();
    wide();
    wide_forms();
    rarer_strings();
    printf("%ld comparisons, %d failures\n", comparisons, failures);
    return failures != 0;
}
