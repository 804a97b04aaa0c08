// A loop of n rounds, n from 0 to 9: a path each.
#include <pleach.h>

int main(void) {
    unsigned n;
    pleach_symbolic(&n, sizeof n, "n");
    pleach_assume(n < 10);
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) {
        sum += i;
    }
    return (int)sum;
}

// paths: 10
