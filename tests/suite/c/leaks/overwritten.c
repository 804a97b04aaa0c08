// A global variable that is overwritten, and realloc whose result is lost.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>

static char *current;

static void set(int size) {
    current = malloc(size); //~ error: leak
}

int main(void) {
    set(3);
    if (pleach_range(0, 2, "again")) {
        set(4);
    }
    char *other = calloc(2, 2);
    other = realloc(other, 100); //~ error: leak
    if (pleach_range(0, 2, "freed")) {
        free(other);
    }
    return 0;
}

// paths: any
