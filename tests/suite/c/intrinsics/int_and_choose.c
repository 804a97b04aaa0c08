// klee_int is any int, klee_choose(n) any index below n.
#include <assert.h>
#include <klee/klee.h>
#include <limits.h>

int main(void) {
    int letters[3] = {'a', 'b', 'c'};
    int x = klee_int("x");
    unsigned long i = klee_choose(3);
    assert(i < 3);
    if (x == INT_MIN) {
        return letters[i]; //~ reach
    }
    return letters[klee_choose(2)] != 'c';
}

// paths: 2
