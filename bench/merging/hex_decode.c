// Two digits become one byte; anything else ends the number.
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
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return -1;
}

int main(void) {
    char *s = text();
    unsigned char out[SIZE];
    int used = 0;
    for (const char *p = s; p[0] != '\0' && p[1] != '\0'; p += 2) {
        int high = digit(p[0]), low = digit(p[1]);
        if (high < 0 || low < 0) {
            break;
        }
        out[used++] = (unsigned char)(high << 4 | low);
    }
    int result = used > 0 && out[0] == 0xca ? 100 : used;
    free(s);
    return result;
}
