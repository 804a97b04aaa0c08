/*
 * The checking variants that headers call if _FORTIFY_SOURCE is set. The extra argument is the size that the compiler
 * knows. It may be the size of a field, and so be less than that of the whole object, which the executor checks.
 */
#include <stddef.h>

char *strncpy(char *to, const char *from, size_t limit);
char *stpncpy(char *to, const char *from, size_t limit);
size_t strlcpy(char *to, const char *from, size_t size);
size_t strlcat(char *to, const char *from, size_t size);
void *mempcpy(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
size_t strlen(const char *s);
void __chk_fail(void);

static void needs(size_t size, size_t room) {
    if (size > room) {
        __chk_fail();
    }
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
    for (size_t i = 0;; i++) {
        needs(i + 1, room);
        to[i] = from[i];
        if (from[i] == '\0') {
            return to + i;
        }
    }
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
    __stpcpy_chk(to, from, room);
    return to;
}

char *__strcat_chk(char *to, const char *from, size_t room) {
    size_t used = strlen(to);
    needs(used + 1, room);
    __stpcpy_chk(to + used, from, room - used);
    return to;
}

char *__strncpy_chk(char *to, const char *from, size_t limit, size_t room) {
    needs(limit, room);
    return strncpy(to, from, limit);
}

char *__strncat_chk(char *to, const char *from, size_t limit, size_t room) {
    size_t used = strlen(to), copied = 0;
    needs(used + 1, room);
    while (copied < limit && from[copied] != '\0') {
        needs(used + copied + 2, room);
        to[used + copied] = from[copied];
        copied++;
    }
    to[used + copied] = '\0';
    return to;
}

char *__stpncpy_chk(char *to, const char *from, size_t limit, size_t room) {
    needs(limit, room);
    return stpncpy(to, from, limit);
}

void *__mempcpy_chk(void *to, const void *from, size_t size, size_t room) {
    needs(size, room);
    return mempcpy(to, from, size);
}

void __explicit_bzero_chk(void *to, size_t size, size_t room) {
    needs(size, room);
    memset(to, 0, size);
}

size_t __strlcpy_chk(char *to, const char *from, size_t size, size_t room) {
    needs(size, room);
    return strlcpy(to, from, size);
}

size_t __strlcat_chk(char *to, const char *from, size_t size, size_t room) {
    needs(size, room);
    return strlcat(to, from, size);
}

/* The index of the word of an fd_set that a number is in. */
long __fdelt_chk(long number) {
    if (number < 0 || number >= 1024) {
        __chk_fail();
    }
    return number / 64;
}
