// A trap ends the program as abort does, though by another signal.
#include <pleach.h>

int main(void) {
    if (pleach_range(0, 2, "n") == 1) {
        __builtin_trap(); //~ error: abort
    }
    return 0;
}
// paths: 2
// errors: 1
