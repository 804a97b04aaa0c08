// The error path frees and then goes on to read.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 5;
    if (pleach_int("x") == 3) {
        free(p);
    }
    int got = *p; //~ error: use-after-free
    free(p);
    return got;
}

// paths: 2
// errors: 1
