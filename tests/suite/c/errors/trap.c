// __builtin_trap ends the program.
#include <pleach.h>

int main(void) {
    if (pleach_int("x") == 31337) {
        __builtin_trap(); //~ error: abort
    }
    return 0;
}

// paths: 2
// errors: 1
