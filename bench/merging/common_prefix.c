// How far a text agrees with three others, and with which the farthest.
#include <klee/klee.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

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

static size_t common(const char *a, const char *b) {
    size_t n = 0;
    while (a[n] != '\0' && a[n] == b[n]) {
        n++;
    }
    return n;
}

int main(void) {
    static const char *const others[] = {"interest", "internal", "inside"};
    char *s = text();
    size_t best = 0;
    int which = 0;
    for (int i = 0; i < 3; i++) {
        size_t n = common(s, others[i]);
        if (n > best) {
            best = n;
            which = i;
        }
    }
    free(s);
    return (int)best * 3 + which;
}
