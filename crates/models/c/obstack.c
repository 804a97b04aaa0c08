/* <obstack.h>: stacks of objects that grow in chunks. The macros of glibc's header know the fields. */
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count);
void exit(int status);
long write(int fd, const void *from, size_t count);

struct chunk {
    char *limit;
    struct chunk *last;
    char contents[];
};

struct obstack {
    long chunk_size;
    struct chunk *chunk;
    char *base, *next, *limit;
    union {
        long number;
        void *pointer;
    } temporary;
    int alignment;
    /* Both take `extra` first if there is one. */
    union {
        void *(*plain)(long size);
        void *(*with)(void *extra, long size);
    } allocate;
    union {
        void (*plain)(void *chunk);
        void (*with)(void *extra, void *chunk);
    } release;
    void *extra;
    unsigned has_extra : 1, may_be_empty : 1, failed : 1;
};

int obstack_exit_failure = 1;

static void run_out(void) {
    write(2, "memory exhausted\n", 17);
    exit(obstack_exit_failure);
}

void (*obstack_alloc_failed_handler)(void) = run_out;

static void *allocate(struct obstack *stack, long size) {
    return stack->has_extra ? stack->allocate.with(stack->extra, size) : stack->allocate.plain(size);
}

static void release(struct obstack *stack, struct chunk *chunk) {
    if (stack->has_extra) {
        stack->release.with(stack->extra, chunk);
    } else {
        stack->release.plain(chunk);
    }
}

static char *aligned(const struct obstack *stack, char *at) {
    return at + (-(unsigned long)at & (unsigned long)stack->alignment);
}

static struct chunk *new_chunk(struct obstack *stack, long size) {
    struct chunk *chunk = allocate(stack, size);
    if (chunk == NULL) {
        obstack_alloc_failed_handler();
    }
    chunk->limit = (char *)chunk + size;
    return chunk;
}

static int begin(struct obstack *stack, int size, int alignment) {
    enum { USUAL_ALIGNMENT = 16, USUAL_SIZE = 4064 };
    stack->alignment = (alignment == 0 ? USUAL_ALIGNMENT : alignment) - 1;
    stack->chunk_size = size == 0 ? USUAL_SIZE : size;
    stack->chunk = new_chunk(stack, stack->chunk_size);
    stack->chunk->last = NULL;
    stack->base = stack->next = aligned(stack, stack->chunk->contents);
    stack->limit = stack->chunk->limit;
    stack->may_be_empty = stack->failed = 0;
    return 1;
}

int _obstack_begin(struct obstack *stack, int size, int alignment, void *(*allocates)(long), void (*releases)(void *)) {
    stack->allocate.plain = allocates;
    stack->release.plain = releases;
    stack->has_extra = 0;
    return begin(stack, size, alignment);
}

int _obstack_begin_1(struct obstack *stack, int size, int alignment, void *(*allocates)(void *, long), void (*releases)(void *, void *),
                     void *extra) {
    stack->allocate.with = allocates;
    stack->release.with = releases;
    stack->extra = extra;
    stack->has_extra = 1;
    return begin(stack, size, alignment);
}

/* The object that grows moves to a new chunk with room for `length` bytes more. */
void _obstack_newchunk(struct obstack *stack, int length) {
    struct chunk *last = stack->chunk;
    long size = stack->next - stack->base, wanted = size + length + (size >> 3) + stack->alignment + 100;
    struct chunk *chunk = new_chunk(stack, wanted < stack->chunk_size ? stack->chunk_size : wanted);
    chunk->last = last;
    stack->chunk = chunk;
    stack->limit = chunk->limit;
    char *base = aligned(stack, chunk->contents);
    memcpy(base, stack->base, (size_t)size);
    /* A chunk that held this object alone is not needed any more. */
    if (!stack->may_be_empty && stack->base == aligned(stack, last->contents)) {
        chunk->last = last->last;
        release(stack, last);
    }
    stack->base = base;
    stack->next = base + size;
    stack->may_be_empty = 0;
}

static int holds(const struct chunk *chunk, const char *object) {
    return (const char *)chunk < object && object <= chunk->limit;
}

int _obstack_allocated_p(struct obstack *stack, void *object) {
    struct chunk *chunk = stack->chunk;
    while (chunk != NULL && !holds(chunk, object)) {
        chunk = chunk->last;
    }
    return chunk != NULL;
}

/* Frees an object and all that came later; everything if it is null. */
void obstack_free(struct obstack *stack, void *object) {
    void abort(void);
    while (stack->chunk != NULL && (object == NULL || !holds(stack->chunk, object))) {
        struct chunk *last = stack->chunk->last;
        release(stack, stack->chunk);
        stack->chunk = last;
        stack->may_be_empty = 1;
    }
    if (stack->chunk != NULL) {
        stack->base = stack->next = object;
        stack->limit = stack->chunk->limit;
    } else if (object != NULL) {
        abort();
    }
}

int _obstack_memory_used(struct obstack *stack) {
    long total = 0;
    for (struct chunk *chunk = stack->chunk; chunk != NULL; chunk = chunk->last) {
        total += chunk->limit - (char *)chunk;
    }
    return (int)total;
}
