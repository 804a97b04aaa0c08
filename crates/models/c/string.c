/* <string.h>, as the C standard, POSIX and glibc's manual describe it, in the C locale.
 *
 * The code is made to be executed symbolically. Every loop looks at one byte at a time and never past the end of a
 * string, so an access error in here is the caller's. A test that has several ways to be true (is this byte in the set?)
 * is gathered with `|` and decided once: deciding it piece by piece would fork a path for each way.
 * memcpy, memmove and memset are not here: the executor does them in one step. Functions that it can do in one step, but need not (strlen,
 * strcmp, strchr and the like), are in string_forms.c. strerror has a file of its own.
 */
#include <stddef.h>

void *malloc(size_t size);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memset(void *to, int byte, size_t count);
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t limit);
int strcmp(const char *a, const char *b);
int memcmp(const void *a, const void *b, size_t count);

/* Whether a number is symbolic; and the executor's strnlen(), which does not fork, however the others are chosen. If a number of bytes is
 * symbolic, functions that copy do it with one expression for each byte; else a path for each place of the terminator is cheaper
 * (docs/benchmarks.md, "Copies of symbolic length"). */
unsigned __pleach_is_symbolic(unsigned long number);
size_t __pleach_expression_strnlen(const char *s, size_t limit);

/* Copying. */

char *stpcpy(char *restrict to, const char *restrict from) {
    while ((*to = *from) != '\0') {
        to++;
        from++;
    }
    return to;
}

char *strcpy(char *restrict to, const char *restrict from) {
    stpcpy(to, from);
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t count) {
    size_t copied = 0;
    if (__pleach_is_symbolic(count)) {
        copied = __pleach_expression_strnlen(from, count);
        memset(to, 0, count);
        memcpy(to, from, copied);
        return to + copied;
    }
    while (copied < count && from[copied] != '\0') {
        to[copied] = from[copied];
        copied++;
    }
    for (size_t i = copied; i < count; i++) {
        to[i] = '\0';
    }
    return to + copied;
}

char *strncpy(char *restrict to, const char *restrict from, size_t count) {
    stpncpy(to, from, count);
    return to;
}

char *strcat(char *restrict to, const char *restrict from) {
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t limit) {
    char *end = to + strlen(to);
    size_t copied = 0;
    if (__pleach_is_symbolic(limit)) {
        copied = __pleach_expression_strnlen(from, limit);
        memcpy(end, from, copied);
        end[copied] = '\0';
        return to;
    }
    while (copied < limit && from[copied] != '\0') {
        end[copied] = from[copied];
        copied++;
    }
    end[copied] = '\0';
    return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
    size_t length = 0;
    while (from[length] != '\0') {
        if (length + 1 < size) {
            to[length] = from[length];
        }
        length++;
    }
    if (size > 0) {
        to[length < size ? length : size - 1] = '\0';
    }
    return length;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
    size_t start = strnlen(to, size);
    if (start == size) {
        return size + strlen(from);
    }
    return start + strlcpy(to + start, from, size - start);
}

/* In the C locale, a string transformed for comparison is the same string. */
size_t strxfrm(char *restrict to, const char *restrict from, size_t size) {
    return strlcpy(to, from, size);
}

char *strndup(const char *s, size_t limit) {
    size_t length = __pleach_is_symbolic(limit) ? __pleach_expression_strnlen(s, limit) : strnlen(s, limit);
    char *copy = malloc(length + 1);
    if (copy != NULL) {
        memcpy(copy, s, length);
        copy[length] = '\0';
    }
    return copy;
}

char *strdup(const char *s) {
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);
    if (copy != NULL) {
        memcpy(copy, s, size);
    }
    return copy;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t count) {
    return (char *)memcpy(to, from, count) + count;
}

void *memccpy(void *restrict to, const void *restrict from, int c, size_t count) {
    unsigned char *out = to;
    const unsigned char *in = from;
    for (size_t i = 0; i < count; i++) {
        out[i] = in[i];
        if (in[i] == (unsigned char)c) {
            return out + i + 1;
        }
    }
    return NULL;
}

int strcoll(const char *a, const char *b) {
    return strcmp(a, b);
}

/* Finding a byte. */

char *strrchr(const char *s, int c) {
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

void *rawmemchr(const void *s, int c) {
    const unsigned char *bytes = s;
    while (*bytes != (unsigned char)c) {
        bytes++;
    }
    return (void *)bytes;
}

void *memrchr(const void *s, int c, size_t count) {
    const unsigned char *bytes = s;
    while (count > 0) {
        count--;
        if (bytes[count] == (unsigned char)c) {
            return (void *)(bytes + count);
        }
    }
    return NULL;
}

/* Finding a string. */

char *strstr(const char *text, const char *word) {
    for (;; text++) {
        size_t i = 0;
        while (word[i] != '\0' && text[i] == word[i]) {
            i++;
        }
        if (word[i] == '\0') {
            return (char *)text;
        }
        if (text[i] == '\0') {
            return NULL;
        }
    }
}

static unsigned char lowered(char c) {
    unsigned char byte = (unsigned char)c;
    return (unsigned char)(byte + (((unsigned)byte - 'A' < 26u) << 5));
}

char *strcasestr(const char *text, const char *word) {
    for (;; text++) {
        size_t i = 0;
        while (word[i] != '\0' && lowered(text[i]) == lowered(word[i])) {
            i++;
        }
        if (word[i] == '\0') {
            return (char *)text;
        }
        if (text[i] == '\0') {
            return NULL;
        }
    }
}

void *memmem(const void *text, size_t text_size, const void *word, size_t word_size) {
    const unsigned char *bytes = text;
    if (text_size < word_size) {
        return NULL;
    }
    for (size_t i = 0; i <= text_size - word_size; i++) {
        if (memcmp(bytes + i, word, word_size) == 0) {
            return (void *)(bytes + i);
        }
    }
    return NULL;
}

/* Sets of bytes. */

/* Whether `c` is one of the bytes of `set`; the terminator is none of them. */
static int is_member(char c, const char *set) {
    int found = 0;
    while (*set != '\0') {
        found |= *set == c;
        set++;
    }
    return found;
}

size_t strspn(const char *s, const char *accepted) {
    size_t length = 0;
    while (is_member(s[length], accepted)) {
        length++;
    }
    return length;
}

size_t strcspn(const char *s, const char *rejected) {
    size_t length = 0;
    while (s[length] != '\0' && !is_member(s[length], rejected)) {
        length++;
    }
    return length;
}

char *strpbrk(const char *s, const char *accepted) {
    s += strcspn(s, accepted);
    return *s != '\0' ? (char *)s : NULL;
}

char *strsep(char **restrict rest, const char *restrict delimiters) {
    char *token = *rest;
    if (token == NULL) {
        return NULL;
    }
    char *end = token + strcspn(token, delimiters);
    if (*end != '\0') {
        *end = '\0';
        *rest = end + 1;
    } else {
        *rest = NULL;
    }
    return token;
}

char *strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest) {
    char *token = s != NULL ? s : *rest;
    token += strspn(token, delimiters);
    if (*token == '\0') {
        *rest = token;
        return NULL;
    }
    char *end = token + strcspn(token, delimiters);
    if (*end != '\0') {
        *end = '\0';
        *rest = end + 1;
    } else {
        *rest = end;
    }
    return token;
}

char *strtok(char *restrict s, const char *restrict delimiters) {
    static char *rest;
    return strtok_r(s, delimiters, &rest);
}
