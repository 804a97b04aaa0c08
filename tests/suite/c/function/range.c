// Bounds of numbers are as the text says, below zero and above.
// run: --entry within --arg low=-3..4 --arg high=4294967290..4294967295
#include <assert.h>

void within(int low, unsigned high) {
    assert(low >= -3 && low <= 4);
    assert(high >= 4294967290u);
    if (low == -3 && high == 4294967295u)
        assert(low > 0); //~ error: assert
}

// paths: 3
// errors: 1
