// An error on one side does not hide those behind it on the other.
#include <assert.h>
#include <pleach.h>

int main(void) {
    int a[4] = {0, 1, 2, 3};
    int i = pleach_int("i");
    int got = a[i & 7]; //~ error: out-of-bounds
    int quotient = 12 / got; //~ error: div-by-zero
    assert(quotient != 6); //~ error: assert
    return quotient; //~ reach
}

// paths: 4
// errors: 3
