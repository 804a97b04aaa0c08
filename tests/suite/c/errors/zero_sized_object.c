// An object of no bytes may be freed and not written; nor does one byte make room for two. The first byte past an object
// of none is not tried: sanitizers give malloc(0) one.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int n = pleach_range(0, 3, "n");
    char *p = malloc(n);
    p[1] = 1; //~ error: out-of-bounds
    free(p);
    return 0;
}

// paths: 2
// errors: 1
