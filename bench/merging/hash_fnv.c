// A hash of all bytes; one value of its lowest bits is of interest.
#include "input.h"
#include <stdint.h>
#include <stdlib.h>

static uint32_t hash(const unsigned char *p, size_t n) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < n; i++) {
        h ^= p[i];
        h *= 16777619u;
    }
    return h;
}

int main(void) {
    size_t n;
    unsigned char *p = buffer(&n);
    uint32_t h = hash(p, n);
    free(p);
    return h % 64 == 5;
}
