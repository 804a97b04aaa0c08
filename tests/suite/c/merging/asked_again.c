// What the sides of the first branch differ in is asked about: they stay apart. The second one's do not.
// run: --merge all
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned char a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    int kind = 0, printed = 0;
    if (a > 100) {
        kind = 1;
    }
    if (b > 100) {
        printed = 3;
    }
    if (kind == 1) {
        assert(b != 7); //~ error: assert
        printed += 4;
    }
    return printed;
}

// paths: 3
// errors: 1
