// A store at a symbolic index initialises the element it hits and no other.
// run: --uninitialized error
#include <pleach.h>

int main(void) {
    int a[4];
    int i = pleach_range(0, 4, "i");
    int j = pleach_range(0, 4, "j");
    a[i] = 5;
    if (a[i] != 5) {
        return 1; //~ dead
    }
    if (i == j) {
        return a[j] != 5;
    }
    return a[j] == 7;
} //~ error: uninitialized

// paths: any
