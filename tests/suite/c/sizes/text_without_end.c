// A text is copied to an object of unknown size, and its terminator does not fit into one of them.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = pleach_range(3, 8, "n");
    char *p = malloc(n);
    assert(p != NULL);
    memset(p, 0, n);
    memcpy(p, "abc", 3);
    size_t length = strlen(p); //~ error: out-of-bounds
    assert(n > 3 && length == 3);
    free(p);
    return 0;
}

// paths: 2
// errors: 1
