// Tenths are added until there is a whole: ten steps are not always enough, and seven can be.
#include <assert.h>
#include <pleach.h>

int main(void) {
    double x;
    pleach_symbolic(&x, sizeof x, "x");
    if (!(x >= 0 && x < 2))
        return 1;
    int steps = 0;
    while (x < 1.0) {
        x += 0.1;
        steps++;
    }
    assert(steps <= 10); //~ error: assert
    assert(steps <= 11);
    return steps;
}

// errors: 1
