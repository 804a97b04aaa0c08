// An array of n structures: fields of the first, the last and any one in between are separate.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

struct item {
    char kind;
    int count;
    short pair[2];
};

int main(void) {
    unsigned n = pleach_range(1, 12, "n");
    unsigned i = pleach_range(0, 12, "i");
    struct item *items = calloc(n, sizeof *items);
    assert(items != NULL);
    pleach_assume(i < n);
    items[n - 1].count = 10;
    items[0].kind = 'f';
    items[i].pair[1] = 20;
    assert(items[i].count == (i == n - 1 ? 10 : 0));
    assert(items[i].kind == (i == 0 ? 'f' : 0));
    assert(items[n - 1].pair[1] == (i == n - 1 ? 20 : 0));
    assert(items[i].pair[0] == 0);
    free(items);
    return 0;
}

// paths: 1
