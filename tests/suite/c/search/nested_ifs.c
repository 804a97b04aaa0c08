// Three independent conditions, nested: four leaves.
#include <pleach.h>

int main(void) {
    int a = pleach_int("a"), b = pleach_int("b"), c = pleach_int("c");
    if (a > 0) {
        if (b > 0) {
            if (c > 0) {
                return 1; //~ reach
            }
            return 2; //~ reach
        }
        return 3; //~ reach
    }
    return 4; //~ reach
}

// paths: 4
