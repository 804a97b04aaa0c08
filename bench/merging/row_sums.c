// A matrix with two columns: the rows whose sum is large are counted.
#include "input.h"
#include <stdlib.h>

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
