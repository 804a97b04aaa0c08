// Copying a structure copies its padding, which is no use of it.
// run: --uninitialized error
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

struct record {
    char tag;
    long number;
    short half;
    char end;
};

static struct record passed(struct record r) {
    r.half++;
    return r;
}

int main(void) {
    struct record r;
    r.tag = pleach_range(0, 2, "tag");
    r.number = 5;
    r.half = 6;
    r.end = 7;
    struct record copy = r;
    struct record *heap = malloc(3 * sizeof *heap);
    memcpy(&heap[0], &copy, sizeof copy);
    heap[1] = heap[0];
    memmove(&heap[2], &heap[1], sizeof *heap);
    struct record back = passed(heap[2]);
    assert(back.number == 5 && back.half == 7 && back.end == 7);
    int tag = back.tag;
    free(heap);
    return tag;
}

// paths: 1
