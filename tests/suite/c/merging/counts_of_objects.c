// The sides allocate different numbers of objects, in another order, and compare, print and hash addresses.
#include <pleach.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int x = pleach_int("x");
    pleach_assume(x >= 0 && x < 3);
    char *all[3] = {0};
    char *p, *q;
    pleach_merge_begin();
    for (int i = 0; i < x; i++)
        all[i] = malloc(4 + i);
    pleach_merge_end();
    pleach_merge_begin();
    if (x == 1) {
        p = malloc(8);
        q = malloc(24);
    } else {
        q = malloc(24);
        p = malloc(8);
    }
    pleach_merge_end();
    int order = p < q;
    unsigned hash = (uintptr_t)p * 31 % 7;
    printf("%d\n", (order == 0 || order == 1) + (hash < 7));
    p[7] = 1;
    q[23] = 1;
    if (x == 2)
        p[8] = 1; //~ error: out-of-bounds
    for (int i = 0; i < x; i++)
        all[i][3 + i] = 1;
    if (x == 1)
        all[0][4] = 1; //~ error: out-of-bounds
    for (int i = 0; i < 3; i++)
        free(all[i]);
    free(p);
    free(q);
    return 0;
}
// paths: any
