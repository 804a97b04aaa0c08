// A word is written at the end: it fits for one size only, and not where one byte is missing.
#include <assert.h>
#include <pleach.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = pleach_range(5, 9, "n");
    char *p = malloc(n);
    assert(p != NULL);
    uint32_t word = 0x04030201;
    memcpy(p + 4, &word, sizeof word); //~ error: out-of-bounds
    assert(n == 8);
    assert(p[4] == 1 && p[7] == 4);
    free(p);
    return 0;
}

// paths: 2
// errors: 1
