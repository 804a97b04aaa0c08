// coverage: no a path that ends silently has no test
/* An assumption that holds on no path is told of; one that holds on some path is not, however many it ends. */
#include <pleach.h>

int main(void) {
    int a = pleach_range(0, 10, "a");
    if (a > 5) {
        pleach_assume(a < 3);
        return 1; //~ dead
    }
    for (int i = 0; i < a; i++) {
        pleach_assume(i < 3);
    }
    return 0; //~ reach
}
// paths: 4
// warning: assume_never.c:8: this assumption holds on no path: nothing behind it was explored
