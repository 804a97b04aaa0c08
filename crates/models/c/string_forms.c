/* The functions of <string.h> that the executor can also do itself, as one expression over the bytes that they read. The option
 * `--string-functions` chooses the form of each; a function that is an expression has another name in here.
 * The rules of string.c hold here too: one byte at a time, and never past the end.
 */
#include <stddef.h>

size_t strlen(const char *s) {
    size_t length = 0;
    while (s[length] != '\0') {
        length++;
    }
    return length;
}

size_t strnlen(const char *s, size_t limit) {
    size_t length = 0;
    while (length < limit && s[length] != '\0') {
        length++;
    }
    return length;
}

/* Comparing. The results are differences of bytes, as they are natively, though only their sign is promised. */

/* The difference is tested before the end: against a concrete string that makes one branch a character. */
int strcmp(const char *a, const char *b) {
    while (*a == *b) {
        if (*a == '\0') {
            return 0;
        }
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        if (a[i] != b[i]) {
            return (unsigned char)a[i] - (unsigned char)b[i];
        }
        if (a[i] == '\0') {
            return 0;
        }
    }
    return 0;
}

int memcmp(const void *a, const void *b, size_t count) {
    const unsigned char *left = a;
    const unsigned char *right = b;
    for (size_t i = 0; i < count; i++) {
        if (left[i] != right[i]) {
            return left[i] - right[i];
        }
    }
    return 0;
}

/* Finding a byte. */

char *strchrnul(const char *s, int c) {
    while (*s != '\0' && *s != (char)c) {
        s++;
    }
    return (char *)s;
}

char *strchr(const char *s, int c) {
    while (*s != (char)c) {
        if (*s == '\0') {
            return NULL;
        }
        s++;
    }
    return (char *)s;
}

void *memchr(const void *s, int c, size_t count) {
    const unsigned char *bytes = s;
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == (unsigned char)c) {
            return (void *)(bytes + i);
        }
    }
    return NULL;
}
