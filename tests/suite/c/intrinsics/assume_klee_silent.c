// KLEE's assumption ends a path silently where nothing satisfies it, if the user says so.
// coverage: no a path that ends silently has no test
// run: --silent-klee-assume
#include <klee/klee.h>

int main(void) {
    int a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_assume(a > 3 && b > a);
    klee_assume(a < 0);
    return 0; //~ dead
}
// paths: 0
// warning: assume_klee_silent.c:11: this assumption holds on no path
