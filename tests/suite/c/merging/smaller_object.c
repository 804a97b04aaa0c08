// Of an object that is smaller on one path, the last bytes exist on the other only.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int x = pleach_int("x");
    char *p;
    pleach_merge_begin();
    if (x < 0)
        p = malloc(8);
    else
        p = calloc(9, 1);
    pleach_merge_end();
    p[7] = 1;
    if (x % 2)
        p[8] = 1; //~ error: out-of-bounds
    free(p);
    return 0;
}
// paths: any
