/* <strings.h>: comparison without case in the C locale, and the old BSD names. The rules of string.c hold here too. */
#include <stddef.h>

void *memset(void *to, int c, size_t count);

static int lowered(char c) {
    unsigned char byte = (unsigned char)c;
    return byte + (((unsigned)byte - 'A' < 26u) << 5);
}

int strcasecmp(const char *a, const char *b) {
    while (lowered(*a) == lowered(*b)) {
        if (*a == '\0') {
            return 0;
        }
        a++;
        b++;
    }
    return lowered(*a) - lowered(*b);
}

int strncasecmp(const char *a, const char *b, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        int difference = lowered(a[i]) - lowered(b[i]);
        if (difference != 0) {
            return difference;
        }
        if (a[i] == '\0') {
            return 0;
        }
    }
    return 0;
}

/* The executor's memcmp(), which does not fork, however the others are chosen. */
int __pleach_expression_memcmp(const void *a, const void *b, size_t count);

/* Compilers turn `memcmp(a, b, n) == 0` into this. */
int bcmp(const void *a, const void *b, size_t count) {
    return __pleach_expression_memcmp(a, b, count);
}

void bzero(void *to, size_t count) {
    memset(to, 0, count);
}

void explicit_bzero(void *to, size_t count) {
    memset(to, 0, count);
}

char *index(const char *s, int c) {
    while (*s != (char)c) {
        if (*s == '\0') {
            return NULL;
        }
        s++;
    }
    return (char *)s;
}

char *rindex(const char *s, int c) {
    const char *last = NULL;
    for (;; s++) {
        if (*s == (char)c) {
            last = s;
        }
        if (*s == '\0') {
            return (char *)last;
        }
    }
}

/* The number of the lowest bit that is set, from 1; 0 if none is. */
int ffsll(long long n) {
    unsigned long long bits = (unsigned long long)n;
    if (bits == 0) {
        return 0;
    }
    int number = 1;
    for (int half = 32; half > 0; half /= 2) {
        unsigned long long low = bits & ((1ull << half) - 1);
        int shift = (low == 0) * half;
        number += shift;
        bits >>= shift;
    }
    return number;
}

int ffs(int n) {
    return ffsll((unsigned)n);
}

int ffsl(long n) {
    return ffsll(n);
}
