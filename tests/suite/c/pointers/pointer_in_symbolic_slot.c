// A pointer is stored at a symbolic index of an array of pointers and read back from another.
#include <assert.h>
#include <pleach.h>
#include <stddef.h>

int main(void) {
    int target = 9;
    int *slots[4] = {NULL, NULL, NULL, NULL};
    int i = pleach_range(0, 4, "i");
    slots[i] = &target;
    int *p = slots[2];
    if (p != NULL) {
        assert(i == 2 && *p == 9); //~ reach
        return 1;
    }
    return 0;
}

// paths: 2
