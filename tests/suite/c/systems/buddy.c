// A buddy allocator that hands out page numbers: a free list for each order, splitting down and merging up. Planted:
// the order of a request is found by shifting until it fits, without an end; merging asks for the buddy of the whole
// memory; and a second free of the same pages is not noticed.
#include <klee/klee.h>
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ORDERS = 4, PAGES = 1 << (ORDERS - 1), NONE = -1 };

struct page {
    signed char order; /* of the block that begins here */
    signed char is_free;
    signed char next;
};

struct buddies {
    struct page *pages;
    signed char lists[ORDERS];
};

static int init(struct buddies *buddies) {
    buddies->pages = calloc(PAGES, sizeof *buddies->pages);
    if (buddies->pages == NULL) {
        return -1;
    }
    memset(buddies->lists, NONE, sizeof buddies->lists);
    buddies->pages[0] = (struct page){ORDERS - 1, 1, NONE};
    buddies->lists[ORDERS - 1] = 0;
    return 0;
}

static void push(struct buddies *buddies, int page, int order) {
    buddies->pages[page] = (struct page){(signed char)order, 1, buddies->lists[order]};
    buddies->lists[order] = (signed char)page;
}

static void unlink_block(struct buddies *buddies, int page, int order) {
    signed char *link = &buddies->lists[order];
    while (*link != page) {
        assert(*link != NONE);
        link = &buddies->pages[*link].next;
    }
    *link = buddies->pages[page].next;
}

/* The smallest order whose blocks hold so many pages. */
static int order_of(uint32_t pages) {
    int order = 0;
#ifndef MENDED
    while ((1u << order) < pages) { //~ error: overshift
        order++;
    }
#else
    while (order < ORDERS && (1u << order) < pages) {
        order++;
    }
#endif
    return order;
}

/* The first page of a block of that many pages, or NONE. */
static int allocate(struct buddies *buddies, uint32_t pages) {
    int wanted = order_of(pages), order = wanted;
    while (order < ORDERS && buddies->lists[order] == NONE) {
        order++;
    }
    if (order >= ORDERS) {
        return NONE;
    }
    int page = buddies->lists[order];
    unlink_block(buddies, page, order);
    while (order > wanted) {
        order--;
        push(buddies, page + (1 << order), order);
    }
    buddies->pages[page] = (struct page){(signed char)order, 0, NONE};
    return page;
}

static int release(struct buddies *buddies, int page) {
#ifdef MENDED
    if (buddies->pages[page].is_free) {
        return -1;
    }
#endif
    int order = buddies->pages[page].order;
#ifndef MENDED
    for (;;) {
#else
    while (order < ORDERS - 1) {
#endif
        int buddy = page ^ (1 << order);
        if (!buddies->pages[buddy].is_free || buddies->pages[buddy].order != order) { //~ error: out-of-bounds
            break;
        }
        unlink_block(buddies, buddy, order);
        buddies->pages[buddy].is_free = 0;
        page = page < buddy ? page : buddy;
        order++;
    }
    push(buddies, page, order);
    return 0;
}

/* The number of free pages, by the lists. No list may hold more blocks than memory has. */
static int count_free(const struct buddies *buddies) {
    int pages = 0;
    for (int order = 0; order < ORDERS; order++) {
        for (int page = buddies->lists[order]; page != NONE; page = buddies->pages[page].next) {
            assert(buddies->pages[page].order == order);
            pages += 1 << order;
            assert(pages <= PAGES); //~ error: assert
        }
    }
    return pages;
}

int main(void) {
    struct buddies buddies;
    uint32_t large;
    unsigned char again;
    klee_make_symbolic(&large, sizeof large, "large");
    klee_make_symbolic(&again, sizeof again, "again");
    if (init(&buddies) != 0) {
        return 1;
    }
    int first = allocate(&buddies, 1);
    int second = allocate(&buddies, large);
    int third = allocate(&buddies, 2);
    int used = PAGES - count_free(&buddies);

    if (third != NONE) {
        release(&buddies, third);
        if (again & 1) {
            release(&buddies, third);
        }
    }
    assert(count_free(&buddies) <= PAGES - 1);
    if (second != NONE) {
        release(&buddies, second);
    }
    if (again & 2) {
        release(&buddies, first);
        assert(count_free(&buddies) == PAGES);
    }
    free(buddies.pages);
    return used;
}

// paths: 97
