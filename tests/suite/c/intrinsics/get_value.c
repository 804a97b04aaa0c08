// klee_get_value gives a possible value; assumed equal, it is the only one left.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x");
    klee_assume(x > 1000);
    klee_assume(x == klee_get_value_i32(x));
    assert(x > 1000);
    long wide;
    klee_make_symbolic(&wide, sizeof wide, "wide");
    klee_assume(wide == klee_get_value_i64(wide));
    klee_assume(wide == klee_get_value_l(wide));
    klee_assume(wide == klee_get_value_ll(wide));
    assert(klee_get_value_i32(7) == 7);
    if (x == 1001) {
        return 1;
    }
    return 0;
}

// One value of x is left, and the branch on it has one side.
// paths: 1
