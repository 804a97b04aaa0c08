// A recursion that ends for even numbers only.
#include <pleach.h>

static int down(int n) {
    if (n == 0) {
        return 0;
    }
    return 1 + down(n - 2); //~ error: stack-overflow
}

int main(void) {
    if (pleach_range(0, 2, "odd")) {
        return down(5);
    }
    return down(4);
}

// paths: 2
// errors: 1
