// Symbolic numbers are printed as they are in the test.
#include <pleach.h>
#include <stdio.h>

int main(void) {
    int x = pleach_int("x");
    unsigned short small;
    long wide;
    pleach_symbolic(&small, sizeof small, "small");
    pleach_symbolic(&wide, sizeof wide, "wide");
    printf("%d %i %u\n", x, -5, x);
    printf("[%8d] [%-8d] [%08d] [%+d]\n", x, x, x, x);
    printf("%x %X %#x %o %#o\n", x, x, x, x, x);
    printf("%hu %hhd %ld %lx %lld\n", small, (signed char)small, wide, wide, (long long)wide);
    if (x < 0) {
        printf("negative\n");
    }
    if (small > 40000) {
        printf("large\n");
    }
    return 0;
}

// paths: 4
