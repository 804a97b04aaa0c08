// A leak is told of where the path that was taken has allocated the memory.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int x = pleach_int("x");
    char *p;
    pleach_merge_begin();
    if (x < 0)
        p = malloc(8); //~ error: leak
    else
        p = malloc(8); //~ error: leak
    pleach_merge_end();
    p[0] = 1;
    if (x == 5)
        free(p);
    return 0;
}
// paths: any
