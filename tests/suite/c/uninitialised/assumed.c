// Made symbolic, a variable has a value; and an assumption is a use.
// run: --uninitialized error
#include <pleach.h>

int main(void) {
    int x;
    int y;
    int *keep = &y;
    pleach_symbolic(&x, sizeof x, "x");
    if (x == 3) {
        pleach_assume(*keep > 0); //~ error: uninitialized
        return 1;
    }
    return 0;
}

// paths: 2
// errors: 1
