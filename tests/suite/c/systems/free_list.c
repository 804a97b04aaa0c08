// A first-fit allocator over one block of memory, with headers in the block itself, splitting and coalescing. Planted:
// a block that fits exactly is split all the same, coalescing with the block in front forgets that the freed block's
// other neighbour may be free too, and the user frees a block twice, which the allocator answers by aborting.
#include <klee/klee.h>
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { UNIT = 8, MAGIC = 0x5EED };

struct header {
    uint16_t magic;
    uint16_t is_free;
    uint16_t units; /* size of the whole block with its header, in units */
    uint16_t units_in_front; /* of the block in front, 0 for the first */
};

_Static_assert(sizeof(struct header) == UNIT, "a header takes one unit");

struct heap {
    struct header *first;
    uint16_t units;
};

static struct header *next_block(const struct heap *heap, struct header *block) {
    struct header *next = block + block->units;
    return next < heap->first + heap->units ? next : NULL;
}

static struct header *previous_block(struct header *block) {
    return block->units_in_front != 0 ? block - block->units_in_front : NULL;
}

static int heap_init(struct heap *heap, uint16_t units) {
    heap->first = malloc((size_t)units * UNIT);
    if (heap->first == NULL) {
        return -1;
    }
    heap->units = units;
    *heap->first = (struct header){MAGIC, 1, units, 0};
    return 0;
}

/* Cuts a block down to so many units; the rest becomes a free block. */
static void split(struct heap *heap, struct header *block, uint16_t units) {
    struct header *rest = block + units;
    *rest = (struct header){MAGIC, 1, (uint16_t)(block->units - units), units}; //~ error: out-of-bounds
    block->units = units;
    struct header *next = next_block(heap, rest);
    if (next != NULL) {
        next->units_in_front = rest->units;
    }
}

static void *heap_alloc(struct heap *heap, size_t size) {
    size_t units = 1 + (size + UNIT - 1) / UNIT;
    for (struct header *block = heap->first; block != NULL; block = next_block(heap, block)) {
        if (!block->is_free || block->units < units) {
            continue;
        }
#ifndef MENDED
        if (block->units >= units) {
#else
        if (block->units > units) {
#endif
            split(heap, block, (uint16_t)units);
        }
        block->is_free = 0;
        return block + 1;
    }
    return NULL;
}

/* Joins a free block with the one behind it if that is free too. */
static void join(struct heap *heap, struct header *block) {
    struct header *next = next_block(heap, block);
    if (next != NULL && next->is_free) {
        block->units = (uint16_t)(block->units + next->units);
        struct header *behind = next_block(heap, block);
        if (behind != NULL) {
            behind->units_in_front = block->units;
        }
    }
}

static int heap_free(struct heap *heap, void *memory) {
    struct header *block = (struct header *)memory - 1;
    if (block->magic != MAGIC || block->is_free) {
        abort(); //~ error: abort
    }
    block->is_free = 1;
    struct header *previous = previous_block(block);
#ifndef MENDED
    if (previous != NULL && previous->is_free) {
        join(heap, previous);
    } else {
        join(heap, block);
    }
#else
    join(heap, block);
    if (previous != NULL && previous->is_free) {
        join(heap, previous);
    }
#endif
    return 0;
}

/* Blocks fill the heap, and no two free ones lie side by side. */
static int check(const struct heap *heap) {
    int blocks = 0, units = 0, was_free = 0, in_front = 0;
    for (struct header *block = heap->first; block != NULL; block = next_block(heap, block)) {
        assert(block->magic == MAGIC && block->units > 0);
        assert(block->units_in_front == in_front);
        assert(!(was_free && block->is_free)); //~ error: assert
        was_free = block->is_free;
        in_front = block->units;
        units += block->units;
        blocks++;
    }
    assert(units == heap->units);
    return blocks;
}

enum { BLOCKS = 4 };

/* Frees the block with this number, if there is one. */
static void free_numbered(struct heap *heap, void **blocks, unsigned char number) {
    for (int i = 0; i < BLOCKS; i++) {
        if (i == number && blocks[i] != NULL) {
            heap_free(heap, blocks[i]);
#ifdef MENDED
            blocks[i] = NULL;
#endif
        }
    }
}

int main(void) {
    struct heap heap;
    struct {
        unsigned char units;
        unsigned char freed[2];
    } in;
    void *blocks[BLOCKS] = {NULL};
    klee_make_symbolic(&in, sizeof in, "in");

    /* Twelve units: three blocks of two, and six left. */
    if (heap_init(&heap, 12) != 0) {
        return 1;
    }
    for (int i = 0; i < 3; i++) {
        blocks[i] = heap_alloc(&heap, 5);
        memset(blocks[i], i, 5);
    }
    for (size_t units = 1; units < 8; units++) {
        if (in.units == units) {
            blocks[3] = heap_alloc(&heap, units * UNIT);
            if (blocks[3] != NULL) {
                memset(blocks[3], 9, units * UNIT);
            }
        }
    }
    check(&heap);
    free_numbered(&heap, blocks, in.freed[0]);
    free_numbered(&heap, blocks, in.freed[1]);
    int count = check(&heap);
    free(heap.first);
    return count;
}

// paths: 176
