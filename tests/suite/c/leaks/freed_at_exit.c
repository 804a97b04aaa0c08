// Functions registered for the end of the program run before anything is looked for.
// run: --check-leaks
#include <stdlib.h>

static int *shared;

static void release(void) {
    free(shared);
    shared = NULL;
}

int main(void) {
    shared = malloc(40);
    int *alias = shared;
    atexit(release);
    alias[0] = 1;
    return 0;
}

// paths: 1
