// klee_get_obj_size: the object's size, wherever in it the pointer points.
// replay: no klee_get_obj_size has no native counterpart
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int local[5];
    int n = klee_range(1, 4, "n");
    char *heap = malloc(n * 10);
    assert(klee_get_obj_size(local) == 20);
    assert(klee_get_obj_size(&local[2]) == 20);
    assert(klee_get_obj_size(heap) == n * 10);
    free(heap);
    return 0;
}

// paths: 1
