// realloc keeps what was there; what is new holds nothing.
// run: --uninitialized error
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    p[1] = 2;
    p = realloc(p, 4 * sizeof *p);
    int i = pleach_range(0, 4, "i");
    p[3] = 3;
    int sum = p[0] + p[1] + p[3];
    if (i == 2) {
        sum += p[i];
    }
    free(p);
    return sum; //~ error: uninitialized
}

// paths: 2
// errors: 1
