// A number, a unit and the rest, each found with strspn.
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

static int quantity(const char *s) {
    s += strspn(s, " ");
    size_t digits = strspn(s, "0123456789");
    if (digits == 0) {
        return 1;
    }
    s += digits;
    size_t unit = strspn(s, "kmg");
    if (unit > 1) {
        return 2;
    }
    s += unit;
    s += strspn(s, " ");
    return *s == '\0' ? 3 : 4;
}

int main(void) {
    char *s = text();
    int result = quantity(s);
    free(s);
    return result;
}
