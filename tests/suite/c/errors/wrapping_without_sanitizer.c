// Without UBSan's instrumentation signed arithmetic wraps, and is no error.
#include <limits.h>
#include <pleach.h>

int main(void) {
    int x = pleach_int("x");
    if (x > INT_MAX - 5 && x + 5 > 0) {
        return 1; //~ dead
    }
    return 0;
}

// paths: 2
