// Pleach's own names for the same things.
// coverage: no a path that ends silently has no test
#include <pleach.h>

int main(void) {
    int x;
    pleach_symbolic(&x, sizeof x, "x");
    pleach_assume(x > 0);
    pleach_prefer(&x, x == 7);
    int y = pleach_range(0, 10, "y");
    pleach_check_access(&x, sizeof x);
    pleach_assert(x != 7 || y != 3); //~ error: assert
    if (pleach_int("z") == 1) {
        pleach_silent_exit(0);
    }
    if (pleach_choose(2) == 1) {
        pleach_report_error(__FILE__, __LINE__, "chosen", "mine"); //~ error: user
    }
    return 0;
}

// Three outcomes of the assertion; after two of them a silent exit and a choice.
// paths: 5
// errors: 3
// writes: .mine.err
