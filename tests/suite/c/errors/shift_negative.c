// A negative amount is as wrong as a large one.
#include <pleach.h>

int main(void) {
    int n = pleach_range(-3, 3, "n");
    int shifted = 1 << n; //~ error: overshift
    return shifted == 4;
}

// paths: 2
// errors: 1
