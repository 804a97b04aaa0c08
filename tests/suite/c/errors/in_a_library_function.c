// Two calls of one library function overrun, each reported where the program calls it.
#include <pleach.h>
#include <string.h>

int main(void) {
    char open[2] = {'a', 'b'};
    if (pleach_range(0, 2, "which")) {
        return strlen(open) == 1; //~ error: out-of-bounds
    }
    return strlen(open) == 2; //~ error: out-of-bounds
}

// paths: 2
// errors: 2
