// A divisor, a shift and sizes that nobody has set.
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
        return strncmp(buffer, "tent", (size_t)*keep & 7) == 0; //~ error: uninitialized
    default:
        free(malloc((size_t)*keep & 3)); //~ error: uninitialized
        return 0;
    }
}

// paths: 4
// errors: 4
