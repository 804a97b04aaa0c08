// Two digits for each byte, computed and not looked up.
#include <klee/klee.h>
#include <pleach.h>
#include <assert.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 8
#endif

// Less than SIZE bytes on the heap; their number is left in `size`.
static unsigned char *buffer(size_t *size) {
    static unsigned char bytes[SIZE];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    size_t n = pleach_range(0, SIZE, "n");
    unsigned char *p = malloc(n);
    if (p == NULL) {
        exit(0);
    }
    for (size_t i = 0; i < n; i++) {
        p[i] = bytes[i];
    }
    *size = n;
    return p;
}

static char digit(unsigned v) {
    return (char)(v < 10 ? '0' + v : 'a' + v - 10);
}

int main(void) {
    size_t n;
    char out[2 * SIZE + 1];
    unsigned char *p = buffer(&n);
    for (size_t i = 0; i < n; i++) {
        out[2 * i] = digit(p[i] >> 4);
        out[2 * i + 1] = digit(p[i] & 15);
    }
    out[2 * n] = '\0';
    assert(n == 0 || (out[0] >= '0' && out[0] <= 'f'));
    int result = n > 1 && out[2] == 'c' && out[3] == 'a';
    free(p);
    return result;
}
