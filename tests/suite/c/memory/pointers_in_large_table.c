// A large table of pointers with one entry filled in at a symbolic place.
#include <assert.h>
#include <pleach.h>
#include <stddef.h>

static int *table[300];

int main(void) {
    int target = 5;
    int i = pleach_range(0, 300, "i");
    table[i] = &target;
    int *p = table[123];
    if (p == NULL) {
        return 0;
    }
    assert(i == 123);
    *p = 6;
    return target;
}

// paths: 2
