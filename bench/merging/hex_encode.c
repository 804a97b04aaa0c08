// Two digits for each byte, computed and not looked up.
#include "input.h"
#include <assert.h>
#include <stdlib.h>

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
