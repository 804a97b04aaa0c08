// Only the begin of an object can be freed; the pointer that is moved on by n is the begin where n is 0.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int n = pleach_range(0, 6, "n");
    char *p = malloc(n + 1);
    assert(p != NULL);
    p[n] = 0;
    free(p + n); //~ error: invalid-free
    assert(n == 0);
    return 0;
}

// paths: 6
// errors: 5
