// Builtins that talk to the compiler: expectations, constants, object sizes, alignment, types, and memory functions.
#include <stdio.h>

#define KIND(x)                                                                                                        \
    __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(x), int), "int",                                     \
                          __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(x), char *), "string", "other"))

struct pair {
    char a[6];
    int b;
};

static int sign(int n) {
    if (__builtin_expect(n < 0, 0)) {
        return -1;
    }
    switch (n & 1) {
    case 0:
        return 2;
    case 1:
        return 1;
    default:
        __builtin_unreachable();
    }
}

int main(void) {
    printf("%d %d %d\n", sign(-5), sign(4), sign(7));
    char buffer[24];
    struct pair pair;
    printf("%zu %zu %zu\n", __builtin_object_size(buffer, 0), __builtin_object_size(buffer + 4, 0),
           __builtin_object_size(pair.a, 1));
    printf("%d %d\n", __builtin_constant_p(3 * 4), __builtin_constant_p("text"));
    printf("%s %s\n", KIND(sign(1)), KIND((char *)buffer));
    __builtin_memset(buffer, 'x', sizeof buffer);
    __builtin_memcpy(buffer, "copy", 4);
    __builtin_memmove(buffer + 2, buffer, 4);
    buffer[23] = '\0';
    printf("%s %zu\n", buffer, __builtin_strlen("constant"));
    printf("%d %d\n", __builtin_strcmp("a", "b") < 0, __builtin_memcmp("ab", "ab", 2));
    int *aligned = __builtin_assume_aligned(&pair.b, 4);
    *aligned = 9;
    printf("%d %zu\n", pair.b, __builtin_offsetof(struct pair, b));
    __builtin_prefetch(buffer);
    printf("%d\n", __builtin_abs(sign(-1)) + (int)__builtin_labs(-10));
    printf("%d\n", (int)__builtin_expect_with_probability(sign(2), 2, 0.9));
    char *tail = __builtin_strchr(buffer, 'x');
    return (int)(tail - buffer);
}
// paths: 1
