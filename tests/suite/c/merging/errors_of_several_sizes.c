// An error on all of several joined paths: each test tells of the size and the offset of its own path.
// run: --merge all --tests all
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    unsigned n = pleach_range(0, 4, "n");
    unsigned char kind;
    pleach_symbolic(&kind, 1, "kind");
    char *bytes = malloc(n);
    int status = 1;
    if (kind == 3)
        status = 2; //~ reach
    else if (n == 2)
        status = 3; //~ reach
    bytes[n] = 1;   //~ error: out-of-bounds
    return status;  //~ dead
}

// paths: 1
// errors: 1
