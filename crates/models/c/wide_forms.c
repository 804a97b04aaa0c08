/* More of <wchar.h> and <wctype.h>: classes and mappings by name, numbers, strings that are converted piece by piece, and the forms
 * with a locale. */
#include <stddef.h>

typedef unsigned wint_t;

int *__errno_location(void);
void *malloc(size_t size);
void free(void *p);
size_t wcslen(const wchar_t *s);
size_t wcsnlen(const wchar_t *s, size_t limit);
wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count);
wchar_t *wmemset(wchar_t *to, wchar_t c, size_t count);
wchar_t *wcschr(const wchar_t *s, wchar_t c);
wchar_t *wcsstr(const wchar_t *text, const wchar_t *word);
size_t wcsspn(const wchar_t *s, const wchar_t *accepted);
size_t wcscspn(const wchar_t *s, const wchar_t *rejected);
int wcscmp(const wchar_t *a, const wchar_t *b);
wint_t towlower(wint_t c), towupper(wint_t c);
int strcmp(const char *a, const char *b);

enum { EINVAL_ = 22, EILSEQ_ = 84 };

/* Copies. */

wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
    return wmemcpy(to, from, count) + count;
}

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from) {
    size_t length = wcslen(from);
    return wmemcpy(to, from, length + 1) + length;
}

wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
    size_t length = wcsnlen(from, count);
    wmemcpy(to, from, length);
    wmemset(to + length, 0, count - length);
    return to + length;
}

wchar_t *wcsdup(const wchar_t *s) {
    size_t count = wcslen(s) + 1;
    wchar_t *copy = malloc(count * sizeof *copy);
    return copy == NULL ? NULL : wmemcpy(copy, s, count);
}

size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
    size_t length = wcslen(from);
    if (length < count) {
        wmemcpy(to, from, length + 1);
    } else if (count > 0) {
        wmemcpy(to, from, count);
    }
    return length;
}

/* Comparisons and searches. */

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        wint_t left = towlower((wint_t)a[i]), right = towlower((wint_t)b[i]);
        if (left != right) {
            return (int)(left - right);
        }
        if (left == 0) {
            return 0;
        }
    }
    return 0;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b) {
    return wcsncasecmp(a, b, (size_t)-1);
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
    while (*s != 0 && *s != c) {
        s++;
    }
    return (wchar_t *)s;
}

wchar_t *wcswcs(const wchar_t *text, const wchar_t *word) {
    return wcsstr(text, word);
}

wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict delimiters, wchar_t **restrict rest) {
    wchar_t *token = s != NULL ? s : *rest;
    if (token == NULL) {
        return NULL;
    }
    token += wcsspn(token, delimiters);
    if (*token == 0) {
        *rest = NULL;
        return NULL;
    }
    wchar_t *end = token + wcscspn(token, delimiters);
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = NULL;
    }
    return token;
}

/* The number of columns of characters: one for each that can be printed. */

int wcwidth(wchar_t c) {
    return c == 0 ? 0 : (unsigned)c - ' ' < 95u ? 1 : -1;
}

int wcswidth(const wchar_t *s, size_t limit) {
    int width = 0;
    for (size_t i = 0; i < limit && s[i] != 0; i++) {
        if (wcwidth(s[i]) < 0) {
            return -1;
        }
        width += wcwidth(s[i]);
    }
    return width;
}

/* Conversions that tell how far they came. */

size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t limit, size_t count, void *restrict state) {
    (void)state;
    size_t done = 0;
    const char *s = *from;
    for (; done < limit && (to == NULL || done < count); done++) {
        unsigned char byte = (unsigned char)s[done];
        if (byte >= 128) {
            if (to != NULL) {
                *from = s + done;
            }
            *__errno_location() = EILSEQ_;
            return (size_t)-1;
        }
        if (to != NULL) {
            to[done] = byte;
        }
        if (byte == 0) {
            if (to != NULL) {
                *from = NULL;
            }
            return done;
        }
    }
    if (to != NULL) {
        *from = s + done;
    }
    return done;
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t count, void *restrict state) {
    return mbsnrtowcs(to, from, (size_t)-1, count, state);
}

size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t limit, size_t count, void *restrict state) {
    (void)state;
    size_t done = 0;
    const wchar_t *s = *from;
    for (; done < limit && (to == NULL || done < count); done++) {
        if ((unsigned)s[done] >= 128) {
            if (to != NULL) {
                *from = s + done;
            }
            *__errno_location() = EILSEQ_;
            return (size_t)-1;
        }
        if (to != NULL) {
            to[done] = (char)s[done];
        }
        if (s[done] == 0) {
            if (to != NULL) {
                *from = NULL;
            }
            return done;
        }
    }
    if (to != NULL) {
        *from = s + done;
    }
    return done;
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t count, void *restrict state) {
    return wcsnrtombs(to, from, (size_t)-1, count, state);
}

/* Numbers: characters that may belong to one are copied as bytes; any other character ends it. */

static char *as_bytes(const wchar_t *s) {
    size_t length = wcslen(s);
    char *bytes = malloc(length + 1);
    for (size_t i = 0; bytes != NULL && i <= length; i++) {
        bytes[i] = (unsigned)s[i] < 128 ? (char)s[i] : '?';
    }
    return bytes;
}

#define NUMBER(type, wide, narrow)                                                                                     \
    type narrow(const char *restrict s, char **restrict end, int base);                                                \
    type wide(const wchar_t *restrict s, wchar_t **restrict end, int base) {                                           \
        char *bytes = as_bytes(s), *behind = bytes;                                                                    \
        type value = narrow(bytes, &behind, base);                                                                     \
        if (end != NULL && base >= 0 && base != 1 && base <= 36) {                                                     \
            *end = (wchar_t *)s + (behind - bytes);                                                                    \
        }                                                                                                              \
        free(bytes);                                                                                                   \
        return value;                                                                                                  \
    }                                                                                                                  \
    type wide##_l(const wchar_t *restrict s, wchar_t **restrict end, int base, void *locale) {                         \
        (void)locale;                                                                                                  \
        return wide(s, end, base);                                                                                     \
    }

NUMBER(long, wcstol, strtol)
NUMBER(long long, wcstoll, strtoll)
NUMBER(unsigned long, wcstoul, strtoul)
NUMBER(unsigned long long, wcstoull, strtoull)

long wcstoimax(const wchar_t *restrict s, wchar_t **restrict end, int base) {
    return wcstol(s, end, base);
}

unsigned long wcstoumax(const wchar_t *restrict s, wchar_t **restrict end, int base) {
    return wcstoul(s, end, base);
}

#define FLOATING(type, wide, narrow)                                                                                   \
    type narrow(const char *restrict s, char **restrict end);                                                          \
    type wide(const wchar_t *restrict s, wchar_t **restrict end) {                                                     \
        char *bytes = as_bytes(s), *behind;                                                                            \
        type value = narrow(bytes, &behind);                                                                           \
        if (end != NULL) {                                                                                             \
            *end = (wchar_t *)s + (behind - bytes);                                                                    \
        }                                                                                                              \
        free(bytes);                                                                                                   \
        return value;                                                                                                  \
    }                                                                                                                  \
    type wide##_l(const wchar_t *restrict s, wchar_t **restrict end, void *locale) {                                   \
        (void)locale;                                                                                                  \
        return wide(s, end);                                                                                           \
    }

FLOATING(double, wcstod, strtod)
FLOATING(float, wcstof, strtof)
FLOATING(long double, wcstold, strtold)

/* Classes and mappings. */

#define CLASS(name) int isw##name(wint_t c);
#define CLASSES                                                                                                        \
    CLASS(alnum) CLASS(alpha) CLASS(blank) CLASS(cntrl) CLASS(digit) CLASS(graph)                                      \
    CLASS(lower) CLASS(print) CLASS(punct) CLASS(space) CLASS(upper) CLASS(xdigit)
CLASSES
#undef CLASS

#define CLASS(name)                                                                                                    \
    int isw##name##_l(wint_t c, void *locale) {                                                                        \
        (void)locale;                                                                                                  \
        return isw##name(c);                                                                                           \
    }
CLASSES
#undef CLASS

#define CLASS(name) {#name, isw##name},
static const struct {
    const char *name;
    int (*is)(wint_t c);
} classes[] = {CLASSES};
#undef CLASS

/* A class is its number from 1 on. */
unsigned long wctype(const char *name) {
    for (unsigned long i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (strcmp(classes[i].name, name) == 0) {
            return i + 1;
        }
    }
    return 0;
}

int iswctype(wint_t c, unsigned long class) {
    return class != 0 && classes[class - 1].is(c);
}

unsigned long wctype_l(const char *name, void *locale) {
    (void)locale;
    return wctype(name);
}

int iswctype_l(wint_t c, unsigned long class, void *locale) {
    (void)locale;
    return iswctype(c, class);
}

unsigned long wctrans(const char *name) {
    if (strcmp(name, "tolower") == 0) {
        return 1;
    }
    if (strcmp(name, "toupper") == 0) {
        return 2;
    }
    *__errno_location() = EINVAL_;
    return 0;
}

wint_t towctrans(wint_t c, unsigned long mapping) {
    return mapping == 1 ? towlower(c) : mapping == 2 ? towupper(c) : c;
}

unsigned long wctrans_l(const char *name, void *locale) {
    (void)locale;
    return wctrans(name);
}

wint_t towctrans_l(wint_t c, unsigned long mapping, void *locale) {
    (void)locale;
    return towctrans(c, mapping);
}

wint_t towlower_l(wint_t c, void *locale) {
    (void)locale;
    return towlower(c);
}

wint_t towupper_l(wint_t c, void *locale) {
    (void)locale;
    return towupper(c);
}

int wcscoll_l(const wchar_t *a, const wchar_t *b, void *locale) {
    (void)locale;
    return wcscmp(a, b);
}

int wcscasecmp_l(const wchar_t *a, const wchar_t *b, void *locale) {
    (void)locale;
    return wcscasecmp(a, b);
}

int wcsncasecmp_l(const wchar_t *a, const wchar_t *b, size_t limit, void *locale) {
    (void)locale;
    return wcsncasecmp(a, b, limit);
}

size_t wcsxfrm_l(wchar_t *restrict to, const wchar_t *restrict from, size_t count, void *locale) {
    (void)locale;
    return wcsxfrm(to, from, count);
}
