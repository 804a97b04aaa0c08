// Tenths are added until there is a whole, which takes ten steps at most: as the sum of ten tenths is rounded up, they are
// enough.
#include <assert.h>
#include <pleach.h>

int main(void) {
    float x;
    pleach_symbolic(&x, sizeof x, "x");
    if (!(x >= 0 && x < 2))
        return 1;
    int steps = 0;
    while (x < 1.0f) {
        x += 0.1f;
        steps++;
    }
    assert(steps <= 10);
    assert(steps <= 9); //~ error: assert
    return steps;
}

// paths: 13
// errors: 1
