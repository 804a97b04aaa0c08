// An error in a handler is an error.
#include <pleach.h>
#include <stdlib.h>

static int divisor;

static void late(void) {
    divisor = 100 / divisor; //~ error: div-by-zero
}

int main(void) {
    atexit(late);
    divisor = pleach_range(0, 3, "divisor");
    return 0;
}

// paths: 2
// errors: 1
