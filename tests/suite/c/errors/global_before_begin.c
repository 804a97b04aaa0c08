// The index of the last element of an empty list.
#include <pleach.h>

static int before = 1, table[4] = {1, 2, 3, 4}, after = 2;

int main(void) {
    int count = pleach_range(0, 5, "count");
    return table[count - 1] + before + after; //~ error: out-of-bounds
}

// paths: 2
// errors: 1
