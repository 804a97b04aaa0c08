// Input of symbolic size for the programs here: at most SIZE - 1 bytes on the heap.
#pragma once
#include <klee/klee.h>
#include <pleach.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 8
#endif

// Less than SIZE bytes; their number is left in `size`, and there is room for `more` behind them.
static inline unsigned char *bytes_and(size_t *size, size_t more) {
    static unsigned char bytes[SIZE];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    size_t n = pleach_range(0, SIZE, "n");
    unsigned char *p = malloc(n + more);
    if (p == NULL) {
        exit(0);
    }
    for (size_t i = 0; i < n; i++) {
        p[i] = bytes[i];
    }
    *size = n;
    return p;
}

// Less than SIZE bytes; their number is left in `size`.
static inline unsigned char *buffer(size_t *size) { return bytes_and(size, 0); }

// A text of less than SIZE characters.
static inline char *text(void) {
    size_t n;
    char *p = (char *)bytes_and(&n, 1);
    p[n] = '\0';
    return p;
}
