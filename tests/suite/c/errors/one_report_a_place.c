// Many paths fail at the same instruction: one report, and every path is counted.
#include <assert.h>
#include <pleach.h>

int main(void) {
    int x = pleach_int("x");
    int bits = 0;
    for (int i = 0; i < 3; i++) {
        if (x & 1 << i) {
            bits++;
        }
    }
    assert(x != 77 && bits < 2); //~ error: assert
    return bits;
}

// Three bits: eight paths. Four have less than two bits, and 77 = 1001101 has two of its low three. Those with two or
// more split at x != 77 only where their low bits are 101.
// paths: 9
// errors: 5
