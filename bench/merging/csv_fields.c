// Fields between commas; in quotation marks a comma is none, and two marks are one.
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

static int fields(const char *s) {
    int count = 1, quoted = 0;
    for (; *s != '\0'; s++) {
        if (*s == '"') {
            if (quoted && s[1] == '"') {
                s++;
            } else {
                quoted = !quoted;
            }
        } else if (*s == ',' && !quoted) {
            count++;
        }
    }
    return quoted ? -1 : count;
}

int main(void) {
    char *s = text();
    int count = fields(s);
    free(s);
    return count < 0 ? 255 : count;
}
