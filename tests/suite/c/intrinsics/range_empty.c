// An empty range is a mistake of the program.
#include <klee/klee.h>

int main(void) {
    int upper = klee_range(0, 2, "upper") ? 5 : 3;
    return klee_range(3, upper, "x"); //~ error: user
}

// paths: 2
// errors: 1
