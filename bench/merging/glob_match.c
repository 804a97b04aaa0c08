// Matches a text with a fixed pattern that has two stars, without recursion.
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

static int match(const char *pattern, const char *s) {
    const char *star = NULL, *mark = s;
    while (*s != '\0') {
        if (*pattern == '*') {
            star = ++pattern;
            mark = s;
        } else if (*pattern == '?' || *pattern == *s) {
            pattern++;
            s++;
        } else if (star != NULL) {
            pattern = star;
            s = ++mark;
        } else {
            return 0;
        }
    }
    while (*pattern == '*') {
        pattern++;
    }
    return *pattern == '\0';
}

int main(void) {
    char *s = text();
    int result = match("a*b?*c", s);
    free(s);
    return result;
}
