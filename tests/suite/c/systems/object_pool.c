// A pool of connections behind handles: slots are reused, and a generation in the handle tells a stale one from a live
// one. Planted: the generation is not compared when a handle is released, what a stale handle stands for is used
// unseen, and shrinking the pool frees a slab in which a slot is still in use.
#include <klee/klee.h>
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

enum { SLAB_SLOTS = 2, SLABS = 3 };

typedef uint16_t handle; /* generation in the high byte, slot in the low one */

struct slot {
    uint8_t generation;
    uint8_t in_use;
    int balance;
};

struct slab {
    int used;
    struct slot slots[SLAB_SLOTS];
};

struct pool {
    struct slab *slabs[SLABS];
    uint8_t generations[SLABS * SLAB_SLOTS];
    int live;
};

static handle make_handle(const struct pool *pool, unsigned index) {
    return (handle)(pool->generations[index] << 8 | index);
}

static handle pool_acquire(struct pool *pool, int balance) {
    for (unsigned i = 0; i < SLABS; i++) {
        struct slab *slab = pool->slabs[i];
        if (slab == NULL) {
            slab = pool->slabs[i] = calloc(1, sizeof *slab);
            if (slab == NULL) {
                abort();
            }
        }
        for (unsigned k = 0; k < SLAB_SLOTS; k++) {
            struct slot *slot = &slab->slots[k];
            if (slot->in_use) {
                continue;
            }
            unsigned index = i * SLAB_SLOTS + k;
            slot->in_use = 1;
            slot->generation = ++pool->generations[index];
            slot->balance = balance;
            slab->used++;
            pool->live++;
            return make_handle(pool, index);
        }
    }
    return 0;
}

/* What the handle stands for, or null if it is stale or never was one. */
static struct slot *pool_get(const struct pool *pool, handle h) {
    unsigned index = h & 0xFF;
    if (index >= SLABS * SLAB_SLOTS || pool->slabs[index / SLAB_SLOTS] == NULL) {
        return NULL;
    }
    struct slot *slot = &pool->slabs[index / SLAB_SLOTS]->slots[index % SLAB_SLOTS];
    return slot->in_use && slot->generation == h >> 8 ? slot : NULL;
}

static int pool_release(struct pool *pool, handle h) {
    unsigned index = h & 0xFF;
#ifndef MENDED
    struct slot *slot = &pool->slabs[index / SLAB_SLOTS]->slots[index % SLAB_SLOTS];
#else
    struct slot *slot = pool_get(pool, h);
    if (slot == NULL) {
        return -1;
    }
#endif
    slot->in_use = 0;
    pool->slabs[index / SLAB_SLOTS]->used--;
    pool->live--;
    return 0;
}

/* Gives the memory of unused slabs back, from the last one on. */
static void pool_trim(struct pool *pool) {
    for (int i = SLABS - 1; i >= 0; i--) {
        struct slab *slab = pool->slabs[i];
        if (slab == NULL) {
            continue;
        }
#ifndef MENDED
        /* Slots are taken from the front, so a slab whose first slot is free is unused. */
        if (slab->slots[0].in_use) {
            return;
        }
#else
        if (slab->used > 0) {
            return;
        }
#endif
        free(slab);
        pool->slabs[i] = NULL;
    }
}

static int pool_pay(struct pool *pool, handle h, int amount) {
    struct slot *slot = pool_get(pool, h);
#ifdef MENDED
    if (slot == NULL) {
        return -1;
    }
#endif
    slot->balance += amount; //~ error: null
    return slot->balance;
}

static int count_in_use(const struct pool *pool) {
    int count = 0;
    for (int i = 0; i < SLABS; i++) {
        for (int k = 0; pool->slabs[i] != NULL && k < SLAB_SLOTS; k++) {
            count += pool->slabs[i]->slots[k].in_use;
        }
    }
    return count;
}

static void pool_destroy(struct pool *pool) {
    for (int i = 0; i < SLABS; i++) {
        free(pool->slabs[i]);
    }
}

int main(void) {
    struct pool pool = {0};
    handle connections[4];
    struct {
        unsigned char closed[2];
        unsigned char paid;
        unsigned char actions;
    } in;
    klee_make_symbolic(&in, sizeof in, "in");
    klee_assume(in.paid < 4);
    for (int i = 0; i < 4; i++) {
        connections[i] = pool_acquire(&pool, 10 * i);
    }
    for (int i = 0; i < 2; i++) {
        for (unsigned char which = 0; which < 4; which++) {
            if (in.closed[i] == which) {
                pool_release(&pool, connections[which]);
            }
        }
        if (i == 0 && in.actions & 1) {
            connections[0] = pool_acquire(&pool, 5);
        }
    }
    assert(pool.live == count_in_use(&pool)); //~ error: assert
    struct slot *last = pool_get(&pool, connections[3]);
    if (in.actions & 2) {
        pool_trim(&pool);
    }
    if (last != NULL) {
        last->balance -= 30; //~ error: use-after-free
    }
    int balance = pool_pay(&pool, connections[in.paid], 3);
    assert(balance >= -1);
    pool_destroy(&pool);
    return 0;
}

// paths: 182
