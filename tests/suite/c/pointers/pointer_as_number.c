// A pointer goes through an integer and comes back; its low bits carry a tag.
#include <assert.h>
#include <pleach.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    long *object = malloc(sizeof *object);
    *object = 42;
    int tag = pleach_range(0, 8, "tag");
    uintptr_t word = (uintptr_t)object | (uintptr_t)tag;
    long *back = (long *)(word & ~(uintptr_t)7);
    assert(back == object && *back == 42);
    assert((int)(word & 7) == tag);
    free(object);
    return tag;
}

// paths: 1
