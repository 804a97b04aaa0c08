// Freed in the branch and again at the end.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(3);
    if (pleach_int("x") < 0) {
        free(p);
    }
    free(p); //~ error: double-free
    return 0;
}

// paths: 2
// errors: 1
