// The least, the greatest and the sum of the bytes.
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

int main(void) {
    size_t n;
    unsigned char *p = buffer(&n);
    unsigned least = 255, greatest = 0, sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (p[i] < least) {
            least = p[i];
        }
        if (p[i] > greatest) {
            greatest = p[i];
        }
        sum += p[i];
    }
    assert(n == 0 || least <= greatest);
    int result = n == 0 ? 255 : sum == 10 * n ? 1 : greatest - least > 200 ? 2 : 3;
    free(p);
    return result;
}
