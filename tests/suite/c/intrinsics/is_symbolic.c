// Whether a value depends on the input; natively nothing does.
// coverage: no klee_is_replay
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x");
    int concrete = 3;
    if (!klee_is_replay()) {
        assert(klee_is_symbolic(x));
        assert(!klee_is_symbolic(concrete));
        assert(!klee_is_symbolic(x - x));
    }
    return 0;
}

// paths: 1
