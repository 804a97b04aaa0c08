// A choice between constants is computed; one between calls is a branch.
#include <pleach.h>

static int twice(int x) {
    return 2 * x;
}

static int half(int x) {
    return x / 2;
}

int main(void) {
    int x = pleach_range(0, 100, "x");
    int constant = x > 50 ? 1 : 2;
    int called = x % 2 ? twice(x) : half(x);
    return called == 7 ? constant : called > 190 ? 3 : 0;
}

// The calls fork; twice a number is never 7, and half of one may be.
// paths: 3
