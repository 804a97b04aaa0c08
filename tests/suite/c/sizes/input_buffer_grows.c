// The size of an input goes into other sizes: it is reallocated, copied and freed.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t size;
    char *p = pleach_symbolic_buffer(8, "text", &size);
    char *copy = malloc(size + 1);
    if (copy == NULL) {
        return 1; //~ dead
    }
    memcpy(copy, p, size);
    copy[size] = '\0';
    p = realloc(p, size + 2);
    if (p == NULL) {
        return 1; //~ dead
    }
    p[size + 1] = 'z';
    pleach_assert(size == 0 || copy[size - 1] == p[size - 1]);
    if (size > 4 && copy[4] == '!') {
        p[size + 2] = 'z'; //~ error: out-of-bounds
    }
    free(copy);
    free(p);
    return 0; //~ reach
}

// paths: 4
