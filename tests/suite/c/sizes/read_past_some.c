// A read at index 3 is out of bounds for the sizes 1 to 3 and not for those above.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = pleach_range(1, 7, "n");
    char *p = malloc(n);
    assert(p != NULL);
    memset(p, 7, n);
    int got = p[3]; //~ error: out-of-bounds
    assert(n >= 4 && got == 7);
    free(p);
    return got;
}

// paths: 2
// errors: 1
