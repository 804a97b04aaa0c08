// Calls through pointers with structures by value, hidden results, variadic arguments, and functions of the library.
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct big {
    long a[5];
};

struct table {
    struct big (*make)(int);
    int (*use)(struct big, int);
    int (*many)(int, int, int, int, int, int, int, int, const char *, ...);
};

static struct big make(int n) {
    struct big b = {{n, n + 1, n + 2, n + 3, n + 4}};
    return b;
}

static int use(struct big b, int i) {
    b.a[i] *= 2;
    return (int)b.a[i];
}

static int many(int a, int b, int c, int d, int e, int f, int g, int h, const char *rest, ...) {
    va_list list;
    va_start(list, rest);
    int sum = a + b + c + d + e + f + g + h;
    while (*rest++ != '\0') {
        sum = sum * 2 + va_arg(list, int);
    }
    va_end(list);
    return sum;
}

static int call(int (*f)(int), int n) {
    return f(n);
}

int main(void) {
    struct table t = {make, use, many};
    struct big b = t.make(10);
    printf("%d %d %ld\n", t.use(b, 2), t.use(t.make(5), 4), b.a[2]);
    printf("%d\n", t.many(1, 2, 3, 4, 5, 6, 7, 8, "xyz", 9, 10, 11));
    int (*print)(const char *, ...) = printf;
    print("%s %d\n", "through a pointer", 5);
    size_t (*length)(const char *) = strlen;
    void *(*copy)(void *, const void *, size_t) = memcpy;
    char buffer[8] = "";
    copy(buffer, "copied", 7);
    printf("%zu %s %c\n", length(buffer), buffer, call(toupper, 'q'));
    printf("%d\n", (*****use)(b, 0));
    return 0;
}
// paths: 1
