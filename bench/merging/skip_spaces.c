// Spaces are skipped three times, with one character in between.
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

static const char *skip(const char *p) {
    while (*p == ' ') {
        p++;
    }
    return p;
}

int main(void) {
    char *s = text();
    const char *p = s;
    int seen = 0;
    for (int i = 0; i < 3; i++) {
        p = skip(p);
        if (*p == '\0') {
            break;
        }
        seen = seen * 2 + (*p == '*');
        p++;
    }
    free(s);
    return seen;
}
