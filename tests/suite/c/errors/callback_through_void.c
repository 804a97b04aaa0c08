// A wrong cast of a context pointer reads past a smaller object.
#include <pleach.h>

struct small {
    int kind;
};

struct large {
    int kind;
    int extra[3];
};

static int handle(void *context) {
    struct large *large = context;
    return large->kind == 0 ? 0 : large->extra[2]; //~ error: out-of-bounds
}

int main(void) {
    struct small small = {pleach_int("kind")};
    struct large large = {1, {1, 2, 3}};
    return handle(pleach_range(0, 2, "which") ? (void *)&small : (void *)&large);
}

// The large one; the small one of kind 0; the small one of another kind.
// paths: 3
// errors: 1
