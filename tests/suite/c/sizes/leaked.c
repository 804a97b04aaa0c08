// An object of unknown size is lost for the larger sizes.
// run: --check-leaks
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int n = pleach_range(1, 10, "n");
    char *p = calloc(n, 1); //~ error: leak
    assert(p != NULL);
    if (n < 6) {
        free(p);
    }
    return 0;
}

// paths: 2
// errors: 1
