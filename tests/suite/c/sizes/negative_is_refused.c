// A negative number as a size is a huge one: malloc fails, and who does not look writes to null.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int n = pleach_range(-2, 4, "n");
    char *p = malloc(n);
    if (n > 0) {
        assert(p != NULL);
    }
    if (n != 0) {
        p[0] = 1; //~ error: null
        assert(n > 0);
    }
    free(p);
    return 0;
}

// paths: 3
// errors: 1
