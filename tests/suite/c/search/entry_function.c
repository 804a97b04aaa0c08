// Exploration begins with another function than main.
// run: --entry check
#include <assert.h>
#include <pleach.h>

int check(void) {
    int x = pleach_int("x");
    assert(x != 99); //~ error: assert
    return 0;
}

int main(void) {
    return 1; //~ dead
}

// paths: 2
// errors: 1
