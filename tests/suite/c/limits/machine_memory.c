// What some machines have and others have not: both are looked at, and what goes wrong without it is told, but is no bug.
// coverage: no natively one of both happens, by the memory that the machine has
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    size_t size = 100UL << 30;
    char *p = malloc(size);
    if (pleach_range(0, 2, "checked")) {
        if (p == NULL) {
            char *more = malloc(2 * size);
            assert(more == NULL);
            return 1; //~ reach
        }
        p[size - 1] = 4;
        return p[size - 1]; //~ reach
    }
    assert(p != NULL);
    free(p);
    return 0; //~ reach
}

// paths: 3
// complete: no
// incomplete: assert on a machine without the memory asked for: assertion failed: p != NULL
