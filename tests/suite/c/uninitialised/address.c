// An index and a pointer that nobody has set.
// run: --uninitialized error
#include <pleach.h>

static int table[8];

int main(void) {
    int which = pleach_range(0, 3, "which");
    int index[2];
    int *pointers[2] = {&table[1]};
    index[0] = 3;
    int **more = pointers;
    int *unset[1];
    switch (which) {
    case 0:
        return table[index[0]] + *more[0];
    case 1:
        return table[index[which]]; //~ error: uninitialized
    default:
        return *unset[which - 2]; //~ error: uninitialized
    }
}

// paths: 3
// errors: 2
