/* KLEE's assumption is an error where nothing satisfies it, also where a compiler has made the path. */
#include <klee/klee.h>

int main(void) {
    int a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_assume(a > 3 && b > a); //~ error: user
    return 0;
}
// paths: 2
// errors: 1
