// An arena that grows by chunks, with marks to go back to and foreign objects that are freed with it. Planted: rounding
// up to the alignment is not counted when a chunk is checked for room, releasing to a mark in an older chunk leaves the
// current chunk pointing to the freed one, and what was freed with a mark is freed once more at the arena's end.
#include <klee/klee.h>
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 32, DEFERRED_LIMIT = 4 };

struct chunk {
    struct chunk *older;
    size_t used;
    unsigned char *bytes;
};

struct arena {
    struct chunk *current;
    int chunks;
    /* What to free with the arena's own memory, oldest first. */
    void *deferred[DEFERRED_LIMIT];
    int deferred_count;
};

struct mark {
    struct chunk *chunk;
    size_t used;
    int deferred_count;
};

static struct chunk *chunk_new(struct arena *arena) {
    struct chunk *chunk = malloc(sizeof *chunk);
    if (chunk == NULL) {
        abort();
    }
    chunk->bytes = malloc(CHUNK_SIZE);
    if (chunk->bytes == NULL) {
        abort();
    }
    chunk->older = arena->current;
    chunk->used = 0;
    arena->current = chunk;
    arena->chunks++;
    return chunk;
}

static void chunk_free(struct arena *arena, struct chunk *chunk) {
    free(chunk->bytes);
    free(chunk);
    arena->chunks--;
}

/* Memory of `size` bytes at a multiple of `alignment`, a power of two; null if it can never fit. */
static void *arena_alloc(struct arena *arena, size_t size, size_t alignment) {
    if (size > CHUNK_SIZE) {
        return NULL;
    }
    struct chunk *chunk = arena->current;
    size_t start = (chunk->used + alignment - 1) & ~(alignment - 1);
#ifndef MENDED
    if (CHUNK_SIZE - chunk->used < size) {
#else
    if (start > CHUNK_SIZE || CHUNK_SIZE - start < size) {
#endif
        chunk = chunk_new(arena);
        start = 0;
    }
    chunk->used = start + size;
    return chunk->bytes + start;
}

/* Has free(object) called when the arena is taken back behind this point. */
static int arena_defer(struct arena *arena, void *object) {
    if (arena->deferred_count == DEFERRED_LIMIT) {
        return -1;
    }
    arena->deferred[arena->deferred_count++] = object;
    return 0;
}

static struct mark arena_mark(const struct arena *arena) {
    return (struct mark){arena->current, arena->current->used, arena->deferred_count};
}

static void free_deferred(struct arena *arena, int keep) {
    for (int i = arena->deferred_count - 1; i >= keep; i--) {
        free(arena->deferred[i]); //~ error: double-free
    }
#ifdef MENDED
    arena->deferred_count = keep;
#endif
}

static void arena_release(struct arena *arena, struct mark mark) {
    free_deferred(arena, mark.deferred_count);
    struct chunk *chunk = arena->current;
    while (chunk != mark.chunk) {
        struct chunk *older = chunk->older;
        chunk_free(arena, chunk);
        chunk = older;
#ifdef MENDED
        arena->current = chunk;
#endif
    }
    arena->current->used = mark.used; //~ error: use-after-free
}

static void arena_end(struct arena *arena) {
    free_deferred(arena, 0);
    while (arena->current != NULL) {
        struct chunk *older = arena->current->older;
        chunk_free(arena, arena->current);
        arena->current = older;
    }
    assert(arena->chunks == 0);
}

int main(void) {
    struct arena arena = {NULL, 0, {NULL}, 0};
    struct {
        unsigned char size[3];
        unsigned char alignment;
        unsigned char release;
    } in;
    klee_make_symbolic(&in, sizeof in, "in");
    klee_assume(in.alignment < 4);
    klee_assume((in.size[0] & 7) == 3);
    klee_assume((in.size[1] & 7) == 6);
    klee_assume((in.size[2] & 7) == 4);

    chunk_new(&arena);
    arena_defer(&arena, malloc(1));
    unsigned char *first = arena_alloc(&arena, in.size[0], 1);
    if (first == NULL) {
        arena_end(&arena);
        return 1;
    }
    memset(first, 1, in.size[0]);
    struct mark mark = arena_mark(&arena);
    if (in.release & 2) {
        arena_defer(&arena, malloc(2));
    }
    for (int i = 0; i < 2; i++) {
        unsigned char *place = arena_alloc(&arena, in.size[i + 1], (size_t)1 << in.alignment);
        if (place != NULL) {
            memset(place, 2, in.size[i + 1]); //~ error: out-of-bounds
        }
    }
    if (in.release & 1) {
        arena_release(&arena, mark);
        assert(arena.current->used == in.size[0]);
    }
    assert(first[0] == 1);
    arena_end(&arena);
    return 0;
}

// paths: 101
