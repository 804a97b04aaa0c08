// klee_get_value for floating-point numbers.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    assert(klee_get_value_f(1.5f) == 1.5f);
    assert(klee_get_value_d(2.5) == 2.5);
    return 0; //~ reach
}

// paths: 1
