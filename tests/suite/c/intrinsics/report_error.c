// The program's own error, with a file named after its own suffix.
#include <klee/klee.h>

int main(void) {
    if (klee_int("x") == 5) {
        klee_report_error(__FILE__, __LINE__, "five is not allowed", "five"); //~ error: user
    }
    return 0;
}

// paths: 2
// errors: 1
// writes: .five.err
