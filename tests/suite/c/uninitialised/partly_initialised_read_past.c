// A read at an index that may lie past what was filled.
// run: --uninitialized error
#include <pleach.h>

int main(void) {
    int values[8];
    int count = 5;
    for (int i = 0; i < count; i++) {
        values[i] = i + 1;
    }
    int i = pleach_range(0, 8, "i");
    if (values[i] > 3) { //~ error: uninitialized
        return 1; //~ reach
    }
    return 0; //~ reach
}

// paths: any
