// realloc gives a new object; the old pointer is dead.
#include <stdlib.h>

int main(void) {
    int *old = malloc(2 * sizeof *old);
    old[0] = 1;
    int *new = realloc(old, 4096 * sizeof *new);
    new[1] = 2;
    int got = old[0]; //~ error: use-after-free
    free(new);
    return got;
}

// paths: 1
// errors: 1
