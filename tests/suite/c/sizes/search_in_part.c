// memchr over n bytes finds what lies within them and nothing behind.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = pleach_range(1, 9, "n");
    size_t at = pleach_range(0, 9, "at");
    char *p = calloc(n, 1);
    assert(p != NULL);
    pleach_assume(at < n);
    p[at] = 'x';
    size_t m = pleach_range(0, 9, "m");
    pleach_assume(m <= n);
    char *found = memchr(p, 'x', m);
    assert((found != NULL) == (at < m));
    assert(found == NULL || found == p + at);
    free(p);
    return 0;
}

// paths: 3
