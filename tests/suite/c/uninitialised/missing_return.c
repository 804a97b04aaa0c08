// A function that ends without a value: using it is the error, not calling it.
// run: --uninitialized error
// cflags: -Wno-return-type
#include <pleach.h>

static int sign(int x) {
    if (x > 0) {
        return 1;
    }
    if (x < 0) {
        return -1;
    }
}

int main(void) {
    int x = pleach_range(-1, 2, "x");
    int s = sign(x);
    if (x != 0 && s == x) {
        return 0;
    }
    sign(x);
    return s == 0;
} //~ error: uninitialized

// paths: 3
// errors: 1
