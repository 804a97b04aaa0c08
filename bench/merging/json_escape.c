// The number of characters that a text has as a JSON string.
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

static size_t escaped_length(const char *s) {
    size_t length = 2;
    for (; *s != '\0'; s++) {
        unsigned char c = *s;
        if (c == '"' || c == '\\' || c == '\n' || c == '\t') {
            length += 2;
        } else if (c < 0x20) {
            length += 6;
        } else {
            length++;
        }
    }
    return length;
}

int main(void) {
    char *s = text();
    size_t length = escaped_length(s);
    free(s);
    return (int)length;
}
