// Integers as numbers and back: a float has not enough bits for all of them, a double has.
#include <assert.h>
#include <pleach.h>

int main(void) {
    int n;
    pleach_symbolic(&n, sizeof n, "n");
    double d = n;
    assert((int)d == n);
    assert((d < 10.5) == (n <= 10));
    if (n > 0) {
        float f = n;
        assert((long)f == n); //~ error: assert
    }
    return 0;
}

// paths: 3
// errors: 1
