// Counts and bytes become runs, in an object that is as large as the first pass says.
#include "input.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n, total = 0;
    unsigned char *p = buffer(&n);
    for (size_t i = 0; i + 1 < n; i += 2) {
        total += p[i] & 3;
    }
    unsigned char *out = malloc(total);
    size_t used = 0;
    for (size_t i = 0; out != NULL && i + 1 < n; i += 2) {
        for (unsigned k = 0; k < (p[i] & 3u); k++) {
            out[used++] = p[i + 1];
        }
    }
    int result = used > 0 && out[used - 1] == 'x' ? 50 : (int)used;
    free(out);
    free(p);
    return result;
}
