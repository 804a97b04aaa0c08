/* Rarer functions of <string.h> and <stdlib.h>, and glibc's own names of some common ones. */
#include <stddef.h>

void *malloc(size_t size);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
size_t strlen(const char *s);
char *strdup(const char *s);
char *strndup(const char *s, size_t limit);
char *strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest);
char *stpcpy(char *restrict to, const char *restrict from);
char *stpncpy(char *restrict to, const char *restrict from, size_t count);
void *mempcpy(void *restrict to, const void *restrict from, size_t count);
char *strerror(int error);
int *__errno_location(void);

char *__strdup(const char *s) {
    return strdup(s);
}

char *__strndup(const char *s, size_t limit) {
    return strndup(s, limit);
}

char *__strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest) {
    return strtok_r(s, delimiters, rest);
}

char *__stpcpy(char *restrict to, const char *restrict from) {
    return stpcpy(to, from);
}

char *__stpncpy(char *restrict to, const char *restrict from, size_t count) {
    return stpncpy(to, from, count);
}

void *__mempcpy(void *restrict to, const void *restrict from, size_t count) {
    return mempcpy(to, from, count);
}

/* Compilers call this if they only need to know whether two pieces of memory are equal. */
int __memcmpeq(const void *a, const void *b, size_t count) {
    const unsigned char *left = a, *right = b;
    int different = 0;
    for (size_t i = 0; i < count; i++) {
        different |= left[i] ^ right[i];
    }
    return different != 0;
}

void bcopy(const void *from, void *to, size_t count) {
    memmove(to, from, count);
}

void *memfrob(void *s, size_t count) {
    unsigned char *bytes = s;
    for (size_t i = 0; i < count; i++) {
        bytes[i] ^= 42;
    }
    return s;
}

void swab(const void *restrict from, void *restrict to, long count) {
    const unsigned char *in = from;
    unsigned char *out = to;
    for (long i = 1; i < count; i += 2) {
        unsigned char first = in[i - 1];
        out[i - 1] = in[i];
        out[i] = first;
    }
}

/* Numbers in a text compare as numbers; those that begin with zeros as fractions. The states: outside of a number, in an integer, in
 * a fraction, in zeros only. The classes of characters: no digit, a digit, zero. */

enum { OUTSIDE, INTEGER, FRACTION, ZEROS };
enum { BYTES = 2, LENGTHS = 3 };

static int class_of(unsigned char c) {
    return (c == '0') + ((unsigned)c - '0' < 10u);
}

int strverscmp(const char *a, const char *b) {
    static const signed char next[4][3] = {
        {OUTSIDE, INTEGER, ZEROS}, {OUTSIDE, INTEGER, INTEGER}, {OUTSIDE, FRACTION, FRACTION}, {OUTSIDE, FRACTION, ZEROS}};
    static const signed char verdicts[4][3][3] = {
        {{BYTES, BYTES, BYTES}, {BYTES, LENGTHS, BYTES}, {BYTES, BYTES, BYTES}},
        {{BYTES, -1, -1}, {1, LENGTHS, LENGTHS}, {1, LENGTHS, LENGTHS}},
        {{BYTES, BYTES, BYTES}, {BYTES, BYTES, BYTES}, {BYTES, BYTES, BYTES}},
        {{BYTES, 1, 1}, {-1, BYTES, BYTES}, {-1, BYTES, BYTES}}};
    const unsigned char *left = (const unsigned char *)a, *right = (const unsigned char *)b;
    int state = OUTSIDE;
    for (; *left == *right; left++, right++) {
        if (*left == '\0') {
            return 0;
        }
        state = next[state][class_of(*left)];
    }
    int difference = *left - *right, verdict = verdicts[state][class_of(*left)][class_of(*right)];
    if (verdict != BYTES && verdict != LENGTHS) {
        return verdict;
    }
    if (verdict == LENGTHS) {
        do {
            left++;
            right++;
            if (class_of(*left) != 0 && class_of(*right) == 0) {
                return 1;
            }
        } while (class_of(*left) != 0);
        if (class_of(*right) != 0) {
            return -1;
        }
    }
    return difference;
}

/* Messages. */

char *strerror_r(int error, char *to, size_t size) {
    (void)to, (void)size;
    return strerror(error);
}

int __xpg_strerror_r(int error, char *to, size_t size) {
    enum { EINVAL_ = 22, ERANGE_ = 34 };
    const char *text = strerror(error);
    size_t length = strlen(text), copied = length < size ? length : size == 0 ? 0 : size - 1;
    memcpy(to, text, copied);
    if (size > 0) {
        to[copied] = '\0';
    }
    static const char unknown[] = "Unknown error ";
    for (size_t i = 0; unknown[i] == text[i]; i++) {
        if (unknown[i + 1] == '\0') {
            return EINVAL_;
        }
    }
    return length < size ? 0 : ERANGE_;
}

/* Numbers as text in the base 64. */

long a64l(const char *s) {
    unsigned long value = 0;
    for (int i = 0; i < 6 && s[i] != '\0'; i++) {
        char c = s[i];
        unsigned long digit;
        if (c == '.' || c == '/') {
            digit = (unsigned long)(c - '.');
        } else if (c >= '0' && c <= '9') {
            digit = (unsigned long)(c - '0') + 2;
        } else if (c >= 'A' && c <= 'Z') {
            digit = (unsigned long)(c - 'A') + 12;
        } else if (c >= 'a' && c <= 'z') {
            digit = (unsigned long)(c - 'a') + 38;
        } else {
            break;
        }
        value |= digit << 6 * i;
    }
    return (long)(unsigned)value;
}

char *l64a(long number) {
    static const char digits[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    static char text[7];
    unsigned rest = (unsigned)number;
    int count = 0;
    for (; rest > 0; rest >>= 6) {
        text[count++] = digits[rest & 63];
    }
    text[count] = '\0';
    return text;
}

/* "name=value,name,…": the index of the first name, and its value. */
int getsubopt(char **options, char *const *names, char **value) {
    char *start = *options;
    if (*start == '\0') {
        return -1;
    }
    size_t end = 0, equals;
    while (start[end] != '\0' && start[end] != ',') {
        end++;
    }
    for (equals = 0; equals < end && start[equals] != '=';) {
        equals++;
    }
    *options = start + end + (start[end] == ',');
    for (int i = 0; names[i] != NULL; i++) {
        size_t k = 0;
        while (k < equals && names[i][k] == start[k] && names[i][k] != '\0') {
            k++;
        }
        if (k == equals && names[i][k] == '\0') {
            *value = equals == end ? NULL : start + equals + 1;
            if (start[end] != '\0') {
                start[end] = '\0';
            }
            return i;
        }
    }
    *value = start;
    if (start[end] != '\0') {
        start[end] = '\0';
    }
    return -1;
}
