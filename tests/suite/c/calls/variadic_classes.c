// Variadic arguments of every class: integers, floating point, long double, structures in registers and in memory.
#include <stdarg.h>
#include <stdio.h>

struct small { int a; short b; };
struct mid { long a, b; };
struct big { long a[5]; };
struct floats { float x, y; };
struct mixed { double d; long n; };
struct aligned { long double d; int n; };

static double one(char kind, va_list *list) {
    switch (kind) {
    case 'i':
        return va_arg(*list, int);
    case 'l':
        return (double)va_arg(*list, long);
    case 'd':
        return va_arg(*list, double);
    case 'L':
        return (double)va_arg(*list, long double);
    case 's': {
        struct small x = va_arg(*list, struct small);
        return x.a - x.b;
    }
    case 'm': {
        struct mid x = va_arg(*list, struct mid);
        return (double)(x.a - x.b);
    }
    case 'b': {
        struct big x = va_arg(*list, struct big);
        return (double)(x.a[0] - x.a[4]);
    }
    case 'f': {
        struct floats x = va_arg(*list, struct floats);
        return x.x - x.y;
    }
    case 'x': {
        struct mixed x = va_arg(*list, struct mixed);
        return x.d - (double)x.n;
    }
    case 'a': {
        struct aligned x = va_arg(*list, struct aligned);
        return (double)x.d + x.n;
    }
    default:
        return *va_arg(*list, char *);
    }
}

static double sum(const char *kinds, ...) {
    va_list list, again;
    va_start(list, kinds);
    va_copy(again, list);
    double sum = 0;
    for (const char *kind = kinds; *kind; kind++) {
        sum = sum * 3 + one(*kind, &list);
    }
    sum += one(*kinds, &again);
    va_end(again);
    va_end(list);
    return sum;
}

static int format(char *out, const char *text, ...) {
    va_list list;
    va_start(list, text);
    int length = vsprintf(out, text, list);
    va_end(list);
    return length;
}

int main(void) {
    struct small s = {7, -3};
    struct mid m = {100, 5};
    struct big b = {{1, 2, 3, 4, 50}};
    struct floats f = {1.5f, -2};
    struct mixed x = {2.5, 9};
    struct aligned a = {0.5L, 4};
    printf("%g\n", sum("ildLsmbfxp", 1, 2L, 3.5, 4.25L, s, m, b, f, x, "q"));
    printf("%g\n", sum("ddddddddddi", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 1));
    printf("%g\n", sum("iiiiiiiil", 1, 2, 3, 4, 5, 6, 7, 8, 9L));
    printf("%g\n", sum("iiiiimxi", 1, 2, 3, 4, 5, m, x, 6));
    printf("%g\n", sum("sbmxfLi", s, b, m, x, f, 1.0L, 5));
    printf("%g\n", sum("iaia", 1, a, 2, a));
    char text[100];
    int length = format(text, "%d %s %g %c %Lg %ld", 5, "abc", 2.5, 'x', 1.25L, 77L);
    printf("%d %s\n", length, text);
    return 0;
}
// paths: 1
