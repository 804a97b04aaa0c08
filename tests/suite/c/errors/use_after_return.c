// A pointer to a local outlives its function.
#include <pleach.h>

static int *leak_local(int value) {
    int local = value;
    int *pointer = &local;
    return pointer;
}

int main(void) {
    int x = pleach_int("x");
    int fine = x;
    int *p = x > 7 ? leak_local(x) : &fine;
    return *p == 7; //~ error: use-after-return
}

// paths: 2
// errors: 1
