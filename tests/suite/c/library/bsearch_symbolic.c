// An unknown key is searched for in a sorted table.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    static const int table[7] = {2, 3, 5, 7, 11, 13, 17};
    int key = pleach_range(0, 20, "key");
    const int *found = bsearch(&key, table, 7, sizeof table[0], compare);
    if (found != NULL) {
        assert(*found == key);
        return (int)(found - table);
    }
    assert(key != 2 && key != 7 && key != 17);
    return 100;
}

// Seven keys are found. The others end in one of eight gaps; between 2 and 3 there is nothing.
// paths: 14
