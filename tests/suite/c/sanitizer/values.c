// What UBSan's instrumentation says of values that a type or a function does not have.
// cflags: -fsanitize=undefined
#include <pleach.h>
#include <stdbool.h>

static int use(int which, int x) {
    switch (which) {
    case 0: {
        bool truth;
        pleach_symbolic(&truth, sizeof truth, "truth");
        return truth; //~ error: undefined
    }
    case 1: {
        int count = x < 3 ? x : 3;
        char space[count]; //~ error: undefined
        space[0] = 1;
        return space[0];
    }
    case 2:
        return __builtin_clz(x); //~ error: undefined
    case 3:
        if (x == 5)
            __builtin_unreachable(); //~ error: unreachable
        return 0;
    default:
        return 0;
    }
}

int main(void) {
    return use(pleach_range(0, 5, "which"), pleach_range(-2, 6, "x")) != 0;
}

// paths: 10
