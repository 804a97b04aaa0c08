// With UBSan's instrumentation signed overflow is an error of its own, one a place.
// cflags: -fsanitize=signed-integer-overflow
#include <pleach.h>

int main(void) {
    int a = pleach_int("a");
    int b = pleach_int("b");
    int sum = a + b; //~ error: overflow
    int difference = sum - b;
    int negated = -difference; //~ error: overflow
    return negated * 2 == 8; //~ error: overflow
}

// paths: 4
// errors: 3
