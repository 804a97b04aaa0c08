// A divisor, a shift and a length that nobody has set.
// run: --uninitialized error
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int unset;
    int *keep = &unset;
    char buffer[16] = "text";
    switch (pleach_range(0, 4, "which")) {
    case 0:
        return 10 / *keep; //~ error: uninitialized
    case 1:
        return 1 << *keep; //~ error: uninitialized
    case 2:
        memset(buffer, 0, (size_t)*keep & 7); //~ error: uninitialized
        return 0;
    default:
        free(malloc((size_t)*keep & 3)); //~ error: uninitialized
        return 0;
    }
}

// paths: 4
// errors: 4
