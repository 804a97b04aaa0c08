// Calls through pointers: UBSan reads the type of a function before its code. Functions of the library have none there.
// cflags: -fsanitize=undefined
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int divide(int a, int b) { return b ? a / b : 0; }
static int next(int a) { return a + 1; }
static long wide(long a, long b) { return a + b; }

static int order(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static operation operations[] = {add, divide, (operation)next, (operation)wide};

int main(void) {
    int numbers[] = {3, 1, 2};
    qsort(numbers, 3, sizeof *numbers, order);
    size_t (*length)(const char *) = strlen;
    if (length("four") != 4 || numbers[0] != 1)
        return 9;
    return operations[pleach_range(0, 4, "which")](6, 3); //~ error: undefined
}

// paths: 3
