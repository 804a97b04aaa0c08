// Counts words, lines and characters like wc.
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

int main(void) {
    char *s = text();
    int words = 0, lines = 0, inside = 0;
    for (const char *p = s; *p != '\0'; p++) {
        if (*p == '\n') {
            lines++;
        }
        if (*p == ' ' || *p == '\n' || *p == '\t') {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            words++;
        }
    }
    free(s);
    return words * 16 + lines;
}
