// Takes quotation marks away and puts what a backslash stands for, in place.
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

static int dequote(char *s) {
    char *out = s;
    if (*s != '"') {
        return -1;
    }
    for (const char *p = s + 1; *p != '\0'; p++) {
        if (*p == '"') {
            *out = '\0';
            return p[1] == '\0' ? (int)(out - s) : -2;
        }
        if (*p == '\\') {
            p++;
            if (*p == '\0') {
                return -3;
            }
            *out++ = *p == 'n' ? '\n' : *p;
        } else {
            *out++ = *p;
        }
    }
    return -4;
}

int main(void) {
    char *s = text();
    int length = dequote(s);
    int result = length < 0 ? 200 - length : length;
    free(s);
    return result;
}
