// An allocation larger than what is modelled gives null, as malloc does when there is no memory.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    size_t size = pleach_range(0, 2, "large") ? (size_t)1 << 60 : 100;
    char *p = malloc(size);
    if (p == NULL) {
        return 1; //~ reach
    }
    p[size - 1] = 1;
    free(p);
    return 0; //~ reach
}

// paths: 2
