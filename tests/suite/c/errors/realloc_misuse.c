// realloc of a freed object, of the middle of one, and of a local.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int local = 1;
    char *p = malloc(8);
    switch (pleach_range(0, 3, "which")) {
    case 0:
        free(p);
        p = realloc(p, 16); //~ error: double-free
        break;
    case 1:
        p = realloc(p + 4, 16); //~ error: invalid-free
        break;
    default:
        p = realloc(&local, 16); //~ error: invalid-free
    }
    return p != NULL;
}

// paths: 3
// errors: 3
