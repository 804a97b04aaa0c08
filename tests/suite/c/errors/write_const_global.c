// A const table is written through a pointer that lost its const.
#include <pleach.h>

static const int table[4] = {1, 2, 3, 4};
static int copy[4];

int main(void) {
    int i = pleach_range(0, 4, "i");
    int *p = (int *)table;
    copy[i] = p[i];
    p[i] = 0; //~ error: read-only-write
    return 0;
}

// paths: 1
// errors: 1
