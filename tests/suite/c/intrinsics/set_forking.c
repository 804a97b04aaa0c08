// With forking off one side of each branch is followed, and the run says so.
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x");
    int count = 0;
    klee_set_forking(0);
    for (int i = 0; i < 8; i++) {
        if (x & 1 << i) {
            count++;
        }
    }
    klee_set_forking(1);
    if (x < 0) {
        return 100;
    }
    return count;
}

// paths: 2
// complete: no
// incomplete: forking
