// A number by its square, and by the square of its successor.
#include <assert.h>
#include <pleach.h>

int main(void) {
    float x;
    pleach_symbolic(&x, sizeof x, "x");
    if (x * x == 2.25) {
        if (x > 0)
            assert((x + 1) * (x + 1) != 6.25); //~ error: assert
        else
            assert(x == -1.5);
    }
    return 0;
}

// paths: 3
// errors: 1
