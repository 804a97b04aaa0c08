// Each side of a branch allocates: the memory is one object, made in either place, whose size is chosen as its contents are.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int x = pleach_int("x");
    char *p;
    pleach_merge_begin();
    if (x < 0)
        p = strdup("minus");
    else
        p = strdup("plus or zero");
    pleach_merge_end();
    assert(strlen(p) == (x < 0 ? 5 : 12));
    assert(p[0] == (x < 0 ? 'm' : 'p'));
    p[5] = 0;
    free(p);
    return 0;
}
// paths: 1
