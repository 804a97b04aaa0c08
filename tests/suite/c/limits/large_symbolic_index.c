// An access at any of very many places of a very large object is not followed, and says so.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    char *p = calloc(2UL << 30, 1);
    unsigned i;
    pleach_symbolic(&i, sizeof i, "i");
    pleach_assume(i < 1U << 30);
    p[7] = 3;
    if (pleach_range(0, 2, "read")) {
        return p[i];
    }
    return p[7]; //~ reach
}

// paths: 1
// complete: no
// incomplete: access at a symbolic offset of an object of 2147483648 bytes
