// abs, div and their longer kin, ffs, and pseudo-random numbers, whose sequence is the library's.
// cflags: -D_GNU_SOURCE
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <string.h>

int main(void) {
    volatile int n = -17;
    volatile long l = -17000000000;
    printf("%d %ld %lld %" PRIdMAX "\n", abs(n), labs(l), llabs(LLONG_MIN + 1), imaxabs(l));
    div_t d = div(n, 5);
    ldiv_t ld = ldiv(l, 7);
    lldiv_t lld = lldiv(100, -9);
    imaxdiv_t md = imaxdiv(-100, -9);
    printf("%d %d %ld %ld %lld %lld %" PRIdMAX " %" PRIdMAX "\n", d.quot, d.rem, ld.quot, ld.rem, lld.quot, lld.rem,
           md.quot, md.rem);
    printf("%d %d %d %d %d\n", ffs(0), ffs(40), ffsl(1L << 40), ffsll(LLONG_MIN), ffs(-1));
    for (int i = 0; i < 5; i++) {
        printf("%d ", rand());
    }
    printf("\n");
    for (unsigned seed = 0; seed < 4; seed++) {
        srand(seed * 1000);
        int first = rand();
        for (int i = 0; i < 400; i++) {
            first ^= rand();
        }
        printf("%d ", first);
    }
    srandom(42);
    printf("%ld %ld\n", random(), RAND_MAX + 0L);
    unsigned state = 9;
    int a = rand_r(&state), b = rand_r(&state);
    printf("%d %d %u\n", a, b, state);
    return 0;
}
// paths: 1
