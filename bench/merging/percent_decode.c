// Decodes %41 and plus signs, in place.
#include <klee/klee.h>
#include <pleach.h>
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

static int digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

static int decode(char *s) {
    char *out = s;
    const char *p = s;
    while (*p != '\0') {
        if (*p == '%') {
            if (p[1] == '\0' || digit(p[1]) < 0 || digit(p[2]) < 0) {
                return -1;
            }
            *out++ = (char)(digit(p[1]) * 16 + digit(p[2]));
            p += 3;
        } else {
            *out++ = *p == '+' ? ' ' : *p;
            p++;
        }
    }
    return (int)(out - s);
}

int main(void) {
    char *s = text();
    int length = decode(s);
    int result = length < 0 ? 255 : length > 0 && s[0] == '/' ? 100 : length;
    free(s);
    return result;
}
