// Variadic functions over integers of all sizes and pointers, with more arguments than registers.
// cflags: -Wno-constant-conversion -Wno-overflow
#include <stdarg.h>
#include <stdio.h>

static long sum(int count, ...) {
    va_list list;
    va_start(list, count);
    long total = 0;
    for (int i = 0; i < count; i++) {
        total = total * 3 + va_arg(list, int);
    }
    va_end(list);
    return total;
}

static void typed(const char *types, ...) {
    va_list list;
    va_start(list, types);
    for (; *types != '\0'; types++) {
        switch (*types) {
        case 'c':
            putchar(va_arg(list, int));
            break;
        case 'h':
            printf("%d", (short)va_arg(list, int));
            break;
        case 'u':
            printf("%u", va_arg(list, unsigned));
            break;
        case 'l':
            printf("%ld", va_arg(list, long));
            break;
        case 'z':
            printf("%llu", va_arg(list, unsigned long long));
            break;
        case 's':
            printf("%s", va_arg(list, const char *));
            break;
        case 'p':
            printf("%d", *va_arg(list, int *));
            break;
        case 'f':
            printf("%d", va_arg(list, int (*)(int))(5));
            break;
        }
        putchar(' ');
    }
    putchar('\n');
    va_end(list);
}

static int twice(int n) {
    return 2 * n;
}

static const char *longest(const char *first, ...) {
    va_list list;
    const char *best = first;
    va_start(list, first);
    for (const char *s; (s = va_arg(list, const char *)) != NULL;) {
        int i = 0;
        while (s[i] != '\0' && best[i] != '\0') {
            i++;
        }
        best = s[i] != '\0' ? s : best;
    }
    va_end(list);
    return best;
}

int main(void) {
    printf("%ld %ld %ld\n", sum(0), sum(1, -7), sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -12));
    int n = 31;
    char c = 'x';
    short h = -300;
    unsigned char b = 250;
    typed("chulzspf", c, h, 4000000000u, -5000000000, ~0ULL, "text", &n, twice);
    typed("uuuuuullllssss", 1u, 2u, 3u, b, 5u, 6u, 7L, 8L, 9L, 10L, "k", "l", "m", "n");
    typed("hhhhhhhh", h, h + 1, (short)70000, c, b, 'A', 1 == 1, -1);
    printf("%s\n", longest("one", "three", "twelve", "six", (char *)NULL));
    return 0;
}
// paths: 1
