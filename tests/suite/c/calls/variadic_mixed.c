// Doubles and structures by value among variadic arguments, passed through unchanged.
#include <stdarg.h>
#include <stdio.h>

struct small {
    int a;
    char b;
};

struct pair {
    long a, b;
};

struct large {
    int cells[9];
};

static void mixed(const char *types, ...) {
    va_list list;
    va_start(list, types);
    for (; *types != '\0'; types++) {
        switch (*types) {
        case 'd':
            printf("%.3f", va_arg(list, double));
            break;
        case 'i':
            printf("%d", va_arg(list, int));
            break;
        case 's': {
            struct small s = va_arg(list, struct small);
            printf("%d%c", s.a, s.b);
            break;
        }
        case 'p': {
            struct pair p = va_arg(list, struct pair);
            printf("%ld:%ld", p.a, p.b);
            break;
        }
        case 'l': {
            struct large l = va_arg(list, struct large);
            printf("%d:%d", l.cells[0], l.cells[8]);
            break;
        }
        }
        putchar(' ');
    }
    putchar('\n');
    va_end(list);
}

int main(void) {
    mixed("didididididi", 1.5, 1, -2.25, 2, 1e10, 3, 0.125, 4, 100.0f, 5, -0.0, 6);
    mixed("dddddddddd", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0);
    mixed("sisi", (struct small){7, 'x'}, 1, (struct small){8, 'y'}, 2);
    mixed("pipippi", (struct pair){1, 2}, 3, (struct pair){4, -5}, 6, (struct pair){7, 8}, (struct pair){9, 10}, 11);
    mixed("lidl", (struct large){{1, [8] = 9}}, 5, 0.5, (struct large){{2, [8] = 8}});
    return 0;
}
// paths: 1
