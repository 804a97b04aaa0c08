// The exit status, returned and passed to exit.
// run: --uninitialized error
#include <pleach.h>
#include <stdlib.h>

static int set(int *to, int how) {
    if (how > 0) {
        *to = 3;
    }
    return how;
}

int main(void) {
    int status;
    int how = pleach_range(-1, 2, "how");
    set(&status, how);
    if (how == 0) {
        exit(status); //~ error: uninitialized
    }
    return status; //~ error: uninitialized
}

// paths: 3
// errors: 2
