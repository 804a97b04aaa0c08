/* The variants of functions that take a locale. There is one locale, so they do the same as the plain functions. */
#include <stddef.h>

struct tm;
typedef unsigned wint_t;

#define OF_CHARACTER(name)                                                                                             \
    int name(int c);                                                                                                   \
    int name##_l(int c, void *locale) {                                                                                \
        (void)locale;                                                                                                  \
        return name(c);                                                                                                \
    }

OF_CHARACTER(isalnum)
OF_CHARACTER(isalpha)
OF_CHARACTER(isblank)
OF_CHARACTER(iscntrl)
OF_CHARACTER(isdigit)
OF_CHARACTER(isgraph)
OF_CHARACTER(islower)
OF_CHARACTER(isprint)
OF_CHARACTER(ispunct)
OF_CHARACTER(isspace)
OF_CHARACTER(isupper)
OF_CHARACTER(isxdigit)
OF_CHARACTER(tolower)
OF_CHARACTER(toupper)

int __tolower_l(int c, void *locale) {
    return tolower_l(c, locale);
}

int __toupper_l(int c, void *locale) {
    return toupper_l(c, locale);
}

/* Comparing and copying. */

int strcoll(const char *a, const char *b);
int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t limit);
size_t strxfrm(char *to, const char *from, size_t size);
char *strerror(int error);
size_t strftime(char *to, size_t size, const char *format, const struct tm *time);

int strcoll_l(const char *a, const char *b, void *locale) {
    (void)locale;
    return strcoll(a, b);
}

int strcasecmp_l(const char *a, const char *b, void *locale) {
    (void)locale;
    return strcasecmp(a, b);
}

int strncasecmp_l(const char *a, const char *b, size_t limit, void *locale) {
    (void)locale;
    return strncasecmp(a, b, limit);
}

size_t strxfrm_l(char *restrict to, const char *restrict from, size_t size, void *locale) {
    (void)locale;
    return strxfrm(to, from, size);
}

char *strerror_l(int error, void *locale) {
    (void)locale;
    return strerror(error);
}

size_t strftime_l(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict time, void *locale) {
    (void)locale;
    return strftime(to, size, format, time);
}

/* Numbers. */

#define NUMBER(type, name)                                                                                             \
    type name(const char *restrict s, char **restrict end, int base);                                                  \
    type name##_l(const char *restrict s, char **restrict end, int base, void *locale) {                               \
        (void)locale;                                                                                                  \
        return name(s, end, base);                                                                                     \
    }

NUMBER(long, strtol)
NUMBER(long long, strtoll)
NUMBER(unsigned long, strtoul)
NUMBER(unsigned long long, strtoull)

#define FLOATING(type, name)                                                                                           \
    type name(const char *restrict s, char **restrict end);                                                            \
    type name##_l(const char *restrict s, char **restrict end, void *locale) {                                         \
        (void)locale;                                                                                                  \
        return name(s, end);                                                                                           \
    }

FLOATING(double, strtod)
FLOATING(float, strtof)
FLOATING(long double, strtold)
