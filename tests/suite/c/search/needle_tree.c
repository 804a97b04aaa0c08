// A long loop with many paths beside a short way to the error.
// run: --search tree --seed 5
#include <assert.h>
#include <pleach.h>

int main(void) {
    int x = pleach_int("x");
    if (x == 1234567) {
        assert(0); //~ error: assert
    }
    int bits = 0;
    for (int i = 0; i < 6; i++) {
        if (x & 1 << i) {
            bits++;
        }
    }
    return bits;
}

// paths: 65
// errors: 1
