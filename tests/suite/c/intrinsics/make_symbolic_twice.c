// The same object made symbolic again is a new input; the names are told apart.
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    int before = x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (before == 3 && x == 4) {
        return 1; //~ reach
    }
    klee_make_symbolic(&x, sizeof x, "");
    return x == 5;
}

// paths: 3
