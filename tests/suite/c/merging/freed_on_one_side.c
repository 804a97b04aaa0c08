// Memory that only one side frees is not to be used, or freed again, on that side.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int x = pleach_int("x");
    char *p = malloc(8), *q = calloc(4, 1);
    p[0] = 1;
    pleach_merge_begin();
    if (x < 0)
        free(p);
    else
        p[0] = 2;
    if (x == 7)
        free(q);
    pleach_merge_end();
    int sum = 0;
    if (x > -5)
        sum = p[0]; //~ error: use-after-free
    if (x > 6)
        free(q); //~ error: double-free
    else
        free(q);
    if (x >= 0)
        free(p);
    return sum;
}
// paths: any
