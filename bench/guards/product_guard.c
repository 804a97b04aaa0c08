// A product of two sixteen-bit inputs that is checked before it is made.
#include <assert.h>
#include <klee/klee.h>
#include <limits.h>

int main(void) {
    unsigned short x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    int a = x, b = y;
    if (b == 0)
        return 0;
    if (a <= INT_MAX / b) {
        assert((int)((unsigned)a * (unsigned)b) >= 0);
        return 1;
    }
    assert((int)((unsigned)a * (unsigned)b) < 0);
    return 2;
}
