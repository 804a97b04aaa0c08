// One call that makes the object larger for some inputs and smaller for others; what both sizes have is kept.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = pleach_range(1, 7, "n");
    size_t m = pleach_range(1, 7, "m");
    char *p = malloc(n);
    assert(p != NULL);
    memset(p, 'k', n);
    char *q = realloc(p, m);
    assert(q != NULL);
    size_t kept = n < m ? n : m;
    assert(q[0] == 'k' && q[kept - 1] == 'k');
    q[m - 1] = 'z';
    if (m == 6) {
        q[n] = 1; //~ error: out-of-bounds
        assert(n < 6);
    }
    free(q);
    return 0;
}

// paths: 4
// errors: 1
