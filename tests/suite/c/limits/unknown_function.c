// A function that is neither defined nor modelled ends its path, by name; the others are explored.
// replay: no it cannot be linked natively
#include <assert.h>
#include <pleach.h>

int mystery(int x);

int main(void) {
    int x = pleach_int("x");
    if (x == 5) {
        return mystery(x); //~ reach
    }
    assert(x != 6); //~ error: assert
    return 0; //~ reach
}

// paths: 2
// errors: 1
// complete: no
// incomplete: mystery
// warning: mystery
// writes: .external.err
