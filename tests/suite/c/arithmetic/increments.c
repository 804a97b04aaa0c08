// Increments and decrements, before and after, of every width, through pointers and in bit-fields.
#include <stdio.h>

#define STEP(type, format, start)                                                                                      \
    do {                                                                                                               \
        type x = (start), *p = &x;                                                                                     \
        type a = x++, b = ++x, c = x--, d = --x;                                                                       \
        type e = (*p)++, f = --*p;                                                                                     \
        printf(format " " format " " format " " format " " format " " format " " format "\n", a, b, c, d, e, f, x);    \
    } while (0)

int main(void) {
    STEP(signed char, "%d", 126);
    STEP(unsigned char, "%d", 255);
    STEP(short, "%d", -1);
    STEP(unsigned short, "%d", 65534);
    STEP(int, "%d", -2);
    STEP(unsigned, "%u", 4294967295u);
    STEP(long, "%ld", -1);
    STEP(unsigned long, "%lu", 18446744073709551615u);
    const char *text = "abcdef", *p = text;
    char a = *p++, b = *++p, c = *p--, d = *--p;
    printf("%c%c%c%c %td\n", a, b, c, d, p - text);
    int n = 3;
    while (n--) {
        printf("%d ", n);
    }
    printf("%d\n", n);
    int m = 0;
    while (++m < 4) {
        printf("%d ", m);
    }
    printf("%d\n", m);
    return 0;
}
// paths: 1
