// A copy is too long for the destination for some lengths and for the source for others.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = pleach_range(0, 7, "n");
    size_t m = pleach_range(1, 7, "m");
    char *from = calloc(4, 1);
    char *to = malloc(m);
    assert(from != NULL && to != NULL);
    if (n <= 4) {
        memcpy(to, from, n); //~ error: out-of-bounds
        assert(n <= m);
    } else if (m >= n) {
        memcpy(to, from, n); //~ error: out-of-bounds
        assert(0);
    }
    free(from);
    free(to);
    return 0;
}

// paths: 4
// errors: 2
