// A write at index -1 is found although the other indices are fine.
#include <pleach.h>

int main(void) {
    char a[8];
    int i = pleach_range(-1, 8, "i");
    a[i] = 'x'; //~ error: out-of-bounds
    return 0;
}

// paths: 2
// errors: 1
