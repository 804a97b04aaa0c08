// A pointer to data is called.
// replay: no a jump into data ends natively as whatever the processor makes of it
#include <pleach.h>

static long data = 3;

static int fine(void) {
    return 3;
}

int main(void) {
    int (*function)(void) = pleach_range(0, 2, "x") ? fine : (int (*)(void))&data;
    return function(); //~ error: out-of-bounds
}

// paths: 2
// errors: 1
