// An object of unknown size becomes larger by an unknown number of bytes and keeps what it held.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned n = pleach_range(1, 9, "n");
    unsigned more = pleach_range(0, 5, "more");
    unsigned char *p = malloc(n);
    assert(p != NULL);
    for (unsigned i = 0; i < 8; i++) {
        if (i < n) {
            p[i] = 0x40 + i;
        }
    }
    p = realloc(p, n + more);
    assert(p != NULL);
    memset(p + n, 0xee, more);
    unsigned i = pleach_range(0, 13, "i");
    pleach_assume(i < n + more);
    assert(p[i] == (i < n ? 0x40 + i : 0xee));
    free(p);
    return 0;
}

// paths: 16
