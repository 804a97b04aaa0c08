// Uses can be left alone.
// run: --uninitialized ignore
// replay: no the native program sees other bytes
#include <assert.h>

int main(void) {
    int a[4];
    a[0] = 1;
    assert(a[3] == 0);
    return 0;
}

// paths: 1
