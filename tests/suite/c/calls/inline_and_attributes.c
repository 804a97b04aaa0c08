// Inline functions of every sort, restrict, noreturn, const and pure functions, cleanup, statement expressions, typeof.
#include <stdio.h>
#include <stdlib.h>

static inline int square(int x) { return x * x; }
static inline __attribute__((always_inline)) int cube(int x);
static inline int cube(int x) { return x * square(x); }
static __attribute__((noinline)) int negate(int x) { return -x; }
__attribute__((const)) static int half(int x) { return x / 2; }
__attribute__((pure)) static int first(const int *p) { return *p; }
static __attribute__((unused)) int unused(void) { return 0; }

static void copy(int *restrict to, const int *restrict from, int count) {
    while (count-- > 0) {
        *to++ = *from++;
    }
}

_Noreturn static void leave(int status) {
    printf("leaving\n");
    exit(status);
}

static void report(int *p) {
    printf("cleanup %d\n", *p);
}

static int scoped(int n) {
    __attribute__((cleanup(report))) int a = n;
    if (n > 1) {
        __attribute__((cleanup(report))) int b = n * 10;
        return b + a;
    }
    a++;
    return a;
}

#define MAX(a, b)                                                                                                      \
    ({                                                                                                                 \
        __typeof__(a) left = (a);                                                                                      \
        __typeof__(b) right = (b);                                                                                     \
        left > right ? left : right;                                                                                   \
    })

int main(void) {
    int to[3], from[3] = {4, 5, 6};
    copy(to, from, 3);
    printf("%d %d %d %d %d\n", square(5), cube(3), negate(4), half(9), first(to + 1));
    printf("%d\n", scoped(1));
    printf("%d\n", scoped(2));
    int i = 1;
    printf("%d ", MAX(i++, 0));
    printf("%ld\n", MAX(-1L, i));
    auto int old = 3;
    register int fast = old;
    printf("%d\n", fast);
    leave(to[2]);
}
// paths: 1
