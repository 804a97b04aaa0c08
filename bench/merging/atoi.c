// A sign, digits, and a limit that the number must not pass.
#include <klee/klee.h>
#include <pleach.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 8
#endif

// A text of less than SIZE characters on the heap.
static char *text(void) {
    static char bytes[SIZE];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    size_t n = pleach_range(0, SIZE, "n");
    char *p = malloc(n + 1);
    if (p == NULL) {
        exit(0);
    }
    for (size_t i = 0; i < n; i++) {
        p[i] = bytes[i];
    }
    p[n] = '\0';
    return p;
}

static int number(const char *s, int32_t *out) {
    int negative = *s == '-';
    if (*s == '-' || *s == '+') {
        s++;
    }
    if (*s == '\0') {
        return 0;
    }
    int32_t value = 0;
    for (; *s >= '0' && *s <= '9'; s++) {
        value = value * 10 + (*s - '0');
        if (value > 99999) {
            return 0;
        }
    }
    *out = negative ? -value : value;
    return *s == '\0';
}

int main(void) {
    char *s = text();
    int32_t value = 0;
    int ok = number(s, &value);
    free(s);
    return !ok ? 255 : value == -42 ? 1 : value > 500 ? 2 : 3;
}
