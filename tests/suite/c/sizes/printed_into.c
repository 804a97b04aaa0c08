// sprintf writes one byte too many into the smaller objects; snprintf ends where it is told to.
#include <assert.h>
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = pleach_range(4, 9, "n");
    char *p = malloc(n);
    assert(p != NULL);
    assert(snprintf(p, 4, "%d", 12345) == 5);
    assert(strcmp(p, "123") == 0);
    sprintf(p, "%d", 12345); //~ error: out-of-bounds
    assert(n >= 6);
    assert(strcmp(p, "12345") == 0);
    free(p);
    return 0;
}

// paths: 2
// errors: 1
