// A pointer behind the smaller of two objects that became one does not point into it after it was freed, either.
// replay: no AddressSanitizer takes the padding of a freed object for a part of it
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int x = pleach_int("x");
    char *q;
    pleach_merge_begin();
    if (x < 10)
        q = malloc(4);
    else
        q = malloc(12);
    pleach_merge_end();
    q[0] = 1;
    free(q);
    if (x == 3)
        return q[6]; //~ error: out-of-bounds
    if (x == 13)
        return q[6]; //~ error: use-after-free
    return 0;
}
// paths: any
