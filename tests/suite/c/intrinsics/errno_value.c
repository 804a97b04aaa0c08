// klee_get_errno reads errno.
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>

int main(void) {
    int x = klee_range(0, 100, "x");
    errno = x;
    assert(klee_get_errno() == x);
    if (klee_get_errno() == ERANGE) {
        return 1; //~ reach
    }
    return 0;
}

// paths: 2
