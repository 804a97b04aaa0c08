// calloc of more than there is gives null, and sets errno.
#include <errno.h>
#include <pleach.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    size_t each = pleach_range(0, 2, "large") ? SIZE_MAX / 2 : 4;
    int *p = calloc(4, each);
    if (p == NULL) {
        return errno == ENOMEM ? 1 : 2;
    }
    int got = p[3];
    free(p);
    return got;
}

// paths: 2
