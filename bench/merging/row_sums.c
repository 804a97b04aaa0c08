// A matrix with two columns: the rows whose sum is large are counted.
#include <klee/klee.h>
#include <pleach.h>
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

int main(void) {
    size_t n;
    unsigned char *p = buffer(&n);
    size_t rows = n / 2;
    int large = 0;
    unsigned *sums = malloc(rows * sizeof *sums);
    for (size_t r = 0; sums != NULL && r < rows; r++) {
        sums[r] = 0;
        for (size_t c = 0; c < 2; c++) {
            sums[r] += p[2 * r + c];
        }
        if (sums[r] > 300) {
            large++;
        }
    }
    free(sums);
    free(p);
    return large;
}
