// More bytes than the object has.
#include <klee/klee.h>

int main(void) {
    int x = 1;
    klee_make_symbolic(&x, sizeof x + 4, "x"); //~ error: user
    return x; //~ dead
}

// paths: 1
// errors: 1
