// A read at a symbolic index has one value for each index, and does not fork.
#include <assert.h>
#include <pleach.h>

int main(void) {
    int squares[8];
    for (int i = 0; i < 8; i++) {
        squares[i] = i * i;
    }
    int i = pleach_range(0, 8, "i");
    int got = squares[i];
    assert(got == i * i);
    if (got == 49) {
        assert(i == 7); //~ reach
        return 1;
    }
    if (got == 50) {
        return 2; //~ dead
    }
    return 0;
}

// paths: 2
