// Messages of the program end up beside the tests and change nothing.
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x");
    klee_warning("this is a warning");
    for (int i = 0; i < 3; i++) {
        klee_warning_once("said once");
    }
    klee_print_expr("x + 1 is", x + 1);
    klee_print_range("x lies in", x);
    klee_stack_trace();
    klee_mark_global(&x);
    return 0;
}

// paths: 1
// warning: this is a warning
// warning: said once
// warning: x + 1 is
