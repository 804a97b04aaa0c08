// The element one past a local array is read.
#include <pleach.h>

int main(void) {
    int a[4] = {1, 2, 3, 4};
    int i = pleach_range(0, 5, "i");
    int got = a[i]; //~ error: out-of-bounds
    return got == 3;
}

// paths: 2
// errors: 1
