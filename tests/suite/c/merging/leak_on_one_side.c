// One side frees what it has allocated, the other loses it.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int x = pleach_int("x");
    char *p;
    pleach_merge_begin();
    if (x < 0) {
        p = malloc(8); //~ error: leak
    } else {
        p = malloc(16);
        free(p);
    }
    p = 0;
    pleach_merge_end();
    return p != 0;
}
// paths: any
