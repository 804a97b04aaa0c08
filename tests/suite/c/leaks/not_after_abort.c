// A program that does not exit leaves nothing behind that matters.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    char *p = malloc(10);
    p[0] = pleach_range(0, 2, "x");
    if (p[0]) {
        abort(); //~ error: abort
    }
    _exit(0);
}

// paths: 2
// errors: 1
