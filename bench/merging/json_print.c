// Prints a text as a JSON string into a buffer that is as large as the text needs in the worst case.
#include <klee/klee.h>
#include <pleach.h>
#include <assert.h>
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

static size_t print(const char *s, char *out) {
    static const char digits[] = "0123456789abcdef";
    char *p = out;
    *p++ = '"';
    for (; *s != '\0'; s++) {
        unsigned char c = *s;
        if (c == '"' || c == '\\') {
            *p++ = '\\';
            *p++ = c;
        } else if (c < 0x20) {
            *p++ = '\\';
            *p++ = 'x';
            *p++ = digits[c >> 4];
            *p++ = digits[c & 15];
        } else {
            *p++ = c;
        }
    }
    *p++ = '"';
    return p - out;
}

int main(void) {
    char *s = text();
    char out[4 * SIZE + 2];
    size_t length = print(s, out);
    assert(out[0] == '"' && out[length - 1] == '"');
    free(s);
    return (int)length;
}
