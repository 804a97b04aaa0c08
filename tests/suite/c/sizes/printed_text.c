// printf of a text in an object of unknown size; the one that has no room for the terminator is read past its end.
#include <assert.h>
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = pleach_range(2, 5, "n");
    char *p = malloc(n);
    assert(p != NULL);
    memset(p, 'o', n);
    p[n > 2 ? n - 1 : 0] = n > 2 ? '\0' : 'p';
    printf("%s\n", p); //~ error: out-of-bounds
    assert(n > 2);
    free(p);
    return 0;
}

// paths: 2
// errors: 1
