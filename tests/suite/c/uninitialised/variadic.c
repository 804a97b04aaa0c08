// Variadic arguments: numbers, structures with padding, and a variable that was never set.
// run: --uninitialized error
#include <pleach.h>
#include <stdarg.h>

struct item {
    char kind;
    int value;
};

static int sum(int count, ...) {
    va_list args;
    int result = 0;
    va_start(args, count);
    for (int i = 0; i < count; i++) {
        result += va_arg(args, int);
    }
    struct item last = va_arg(args, struct item);
    va_end(args);
    return result + last.value;
}

int main(void) {
    struct item item;
    item.value = 3;
    item.kind = 1;
    int unset;
    if (sum(2, 1, 2, item) != 6) {
        return 1; //~ dead
    }
    if (pleach_range(0, 2, "x")) {
        return sum(2, 1, unset, item) == 6;
    }
    return 0;
} //~ error: uninitialized

// paths: 2
// errors: 1
