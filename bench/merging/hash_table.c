// Bytes are put into buckets by a hash; a full bucket is told of.
#include "input.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 4
#define ROOM 3

static int fill(const unsigned char *p, size_t n, unsigned char used[BUCKETS]) {
    for (size_t i = 0; i < n; i++) {
        unsigned bucket = (p[i] ^ p[i] >> 4) % BUCKETS;
        if (used[bucket] == ROOM) {
            return 0;
        }
        used[bucket]++;
    }
    return 1;
}

int main(void) {
    size_t n;
    unsigned char used[BUCKETS] = {0};
    unsigned char *p = buffer(&n);
    int fits = fill(p, n, used);
    free(p);
    return fits ? used[0] : 255;
}
