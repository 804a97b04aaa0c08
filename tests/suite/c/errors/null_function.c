// A table of handlers with a hole in it.
#include <pleach.h>
#include <stddef.h>

static int one(void) {
    return 1;
}

static int two(void) {
    return 2;
}

int main(void) {
    int (*handlers[3])(void) = {one, NULL, two};
    int i = pleach_range(0, 3, "i");
    return handlers[i](); //~ error: null
}

// paths: 3
// errors: 1
