// _Generic chooses by type; static assertions, typedefs of functions and arrays, and nested declarators.
#include <stdio.h>

#define NAME(x)                                                                                                        \
    _Generic((x), char: "char", signed char: "signed char", unsigned char: "unsigned char", int: "int",                \
             unsigned: "unsigned", long: "long", const char *: "const char *", char *: "char *", double: "double",     \
             default: "other")

#define TWICE(x) _Generic((x), int: twice_int, long: twice_long)(x)

static int twice_int(int n) { return 2 * n; }
static long twice_long(long n) { return 2 * n + 1; }

_Static_assert(sizeof(int) == 4, "int has 32 bits");

typedef int binary(int, int);
typedef int triple[3];

static binary add, subtract;
static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }

static binary *pick(int which) {
    binary *const both[] = {add, subtract};
    return both[which];
}

int main(void) {
    char c = 0;
    short s = 0;
    triple t = {1, 2, 3};
    printf("%s %s %s %s\n", NAME(c), NAME(+c), NAME(s), NAME(s + 1u));
    printf("%s %s %s %s\n", NAME("text"), NAME(1L), NAME(1.0), NAME(t));
    printf("%s %s\n", NAME((const char *)NULL), NAME('a'));
    printf("%d %ld\n", TWICE(4), TWICE(4L));
    printf("%d %d\n", pick(0)(5, 3), pick(1)(5, 3));
    int(*(*nested)[2])(int, int) = &(binary *[2]){subtract, add};
    printf("%d\n", (*nested)[1](t[1], t[2]));
    return 0;
}
// paths: 1
