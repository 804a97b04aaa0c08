// A constant object cannot be made symbolic.
// replay: no natively the runtime writes to constant memory and dies of that
#include <klee/klee.h>

static const int limit = 5;

int main(void) {
    klee_make_symbolic((void *)&limit, sizeof limit, "limit"); //~ error: user
    return 0; //~ dead
}

// paths: 1
// errors: 1
