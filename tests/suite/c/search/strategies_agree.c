// Breadth first, with a seed: the order is another, the paths are the same.
// run: --search bfs --seed 17
#include <assert.h>
#include <pleach.h>

int main(void) {
    unsigned x;
    pleach_symbolic(&x, sizeof x, "x");
    int steps = 0;
    while (x > 1 && steps < 6) {
        x = x / 2;
        steps++;
    }
    assert(steps != 5); //~ error: assert
    return steps;
}

// Zero to five steps, six steps and out, six steps and more to go.
// paths: 8
// errors: 1
