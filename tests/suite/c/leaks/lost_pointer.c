// The only pointer goes with the function.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>

static int use(int x) {
    int *p = malloc(sizeof *p); //~ error: leak
    *p = x;
    int result = *p + 1;
    if (x != 7) {
        free(p);
    }
    return result;
}

int main(void) {
    return use(pleach_int("x")) == 3;
}

// paths: 3
// errors: 1
// writes: .leak.err
