// An assertion that fails for one value in four thousand million.
#include <assert.h>
#include <pleach.h>

int main(void) {
    unsigned x;
    pleach_symbolic(&x, sizeof x, "x");
    assert(x * 2654435761u != 0xdeadbeefu); //~ error: assert
    return 0;
}

// paths: 2
// errors: 1
