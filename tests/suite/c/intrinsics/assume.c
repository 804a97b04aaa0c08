// After an assumption only the inputs are left that satisfy it.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x");
    int y = klee_int("y");
    klee_assume(x > 10);
    klee_assume((x < 20) & (y == 2 * x));
    assert(y > 21 && y < 39);
    if (x < 10) {
        return 1; //~ dead
    }
    return y == 30 ? 2 : 0;
}

// paths: 1
