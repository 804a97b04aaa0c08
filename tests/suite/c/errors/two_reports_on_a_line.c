// Two instructions of one line, each with its report.
#include <pleach.h>

int main(void) {
    int x = pleach_int("x");
    int y = pleach_int("y");
    return 7 / x == 7 % y; //~ error: div-by-zero, div-by-zero
}

// paths: 3
// errors: 2
