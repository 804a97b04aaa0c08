// The only pointer goes with the function. Several times: natively, one may still lie about on the stack.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>

static int use(int x) {
    int *p = malloc(sizeof *p); //~ error: leak
    *p = x;
    int result = *p + 1;
    if (x != 7) {
        free(p);
    }
    return result;
}

int main(void) {
    int x = pleach_int("x");
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += use(x);
    }
    return sum == 12;
}

// paths: 2
// errors: 1
// writes: .leak.err
