// A buffer of no bytes, and the address at which it may be stored left out; both are freed.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    size_t none = 7;
    char *p = pleach_symbolic_buffer(0, "nothing", &none);
    pleach_assert(p != NULL && none == 0);
    char *q = pleach_symbolic_buffer(3, "some", NULL);
    char *r = pleach_symbolic_buffer(3, "some", &none);
    if (none == 3 && r[2] == 'x') {
        free(p);
        q[0] = 1; //~ error: out-of-bounds
        free(q);
        free(r);
        return 1; //~ reach
    }
    p[0] = 1; //~ error: out-of-bounds
    return 0; //~ dead
}

// paths: 4
// errors: 3
