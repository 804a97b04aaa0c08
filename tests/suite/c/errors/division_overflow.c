// The quotient of the least number and -1 does not fit, nor does the remainder's instruction.
#include <limits.h>
#include <pleach.h>

int main(void) {
    int a = pleach_int("a");
    int b = pleach_int("b");
    pleach_assume(b != 0);
    if (pleach_range(0, 2, "which")) {
        return a / b == 3; //~ error: overflow
    }
    return a % b == 3; //~ error: overflow
}

// paths: 4
// errors: 2
