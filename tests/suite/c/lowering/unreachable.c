// Code declared unreachable that is reached: an error there, on the paths that reach it.
#include <pleach.h>

int main(void) {
    int n = pleach_range(0, 4, "n");
    switch (n) {
    case 0:
        return 1;
    case 1:
    case 2:
        return 2;
    default:
        __builtin_unreachable(); //~ error: unreachable
    }
}
// paths: 3
// errors: 1
