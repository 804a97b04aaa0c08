// Hints for merging are accepted; they change no verdict.
// run: --search dfs
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x");
    int y = 0;
    klee_open_merge();
    if (x > 5) {
        y = 1;
    }
    klee_close_merge();
    assert(y == (x > 5));
    return y;
}

// paths: any
