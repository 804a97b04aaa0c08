// Switches over scattered, negative, 64-bit, narrow and boolean values, and GNU ranges of cases.
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

static int scattered(int n) {
    switch (n) {
    case INT_MIN:
        return 1;
    case -1000:
        return 2;
    case -1:
        return 3;
    case 0:
        return 4;
    case 77777:
        return 5;
    case INT_MAX:
        return 6;
    }
    return 0;
}

static int wide(unsigned long n) {
    switch (n) {
    case 0x100000000:
        return 1;
    case 0:
        return 2;
    case ULONG_MAX:
        return 3;
    case 0x8000000000000000:
        return 4;
    default:
        return 0;
    }
}

static char kind(char c) {
    switch (c) {
    case '0' ... '9':
        return 'd';
    case 'a' ... 'z':
    case 'A' ... 'Z':
        return 'l';
    case -128 ... - 1:
        return 'h';
    case ' ':
        return 's';
    default:
        return '?';
    }
}

static int truth(bool b) {
    switch ((int)b) {
    case false:
        return 10;
    case true:
        return 11;
    }
    return -1;
}

int main(void) {
    static const int ints[] = {INT_MIN, INT_MIN + 1, -1000, -999, -1, 0, 1, 77777, INT_MAX};
    for (unsigned i = 0; i < sizeof ints / sizeof ints[0]; i++) {
        printf("%d", scattered(ints[i]));
    }
    static const unsigned long longs[] = {0, 1, 0x100000000, 0xFFFFFFFF, ULONG_MAX, 1UL << 63, 1UL << 62};
    for (unsigned i = 0; i < sizeof longs / sizeof longs[0]; i++) {
        printf(" %d", wide(longs[i]));
    }
    printf("\n");
    for (const char *p = "a9Z !\xfc~"; *p != '\0'; p++) {
        putchar(kind(*p));
    }
    printf(" %d %d\n", truth(5 > 3), truth(5 < 3));
    return 0;
}
// paths: 1
