// The least, the greatest and the sum of the bytes.
#include "input.h"
#include <assert.h>
#include <stdlib.h>

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
