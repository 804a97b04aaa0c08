// A call through a table at a symbolic index: one path a function.
#include <pleach.h>

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }
static int (*const operations[3])(int, int) = {add, subtract, multiply};

int main(void) {
    int op = pleach_range(0, 3, "op");
    int a = pleach_range(0, 10, "a");
    int result = operations[op](a, 3);
    if (result == 21) {
        return 1; //~ reach
    }
    return 0;
}

// Only 7 * 3 is 21.
// paths: 4
