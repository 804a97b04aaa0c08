// free of what malloc did not give out: a local, a global, the middle of an object.
#include <pleach.h>
#include <stdlib.h>

static int global;

int main(void) {
    int local = 0;
    char *heap = malloc(8);
    switch (pleach_range(0, 4, "which")) {
    case 0:
        free(&local); //~ error: invalid-free
        break;
    case 1:
        free(&global); //~ error: invalid-free
        break;
    case 2:
        free(heap + 1); //~ error: invalid-free
        break;
    default:
        free(heap); //~ reach
        free(NULL); //~ reach
    }
    return 0;
}

// paths: 4
// errors: 3
