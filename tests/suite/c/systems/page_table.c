// Virtual memory in small: a table of two levels, pages made when they are written, and one page of zeros that all
// share until then. Planted: a write to a page that was only read goes to the shared page, a large page's entry is
// taken for a table, and the index on a level that does not exist is asked for.
#include <klee/klee.h>
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_BITS = 3, PAGE_SIZE = 1 << PAGE_BITS, LEVEL_BITS = 2, ENTRIES = 1 << LEVEL_BITS };

enum flags { PRESENT = 1, WRITABLE = 2, LARGE = 4 };

struct table;

struct entry {
    unsigned flags;
    union {
        struct table *table; /* first level */
        const uint8_t *page; /* second level */
        uint8_t *large; /* first level with LARGE: ENTRIES pages in one piece */
    } to;
};

struct table {
    struct entry entries[ENTRIES];
};

static const uint8_t zeros[PAGE_SIZE] = {0};

static struct table *table_new(void) {
    struct table *table = calloc(1, sizeof *table);
    if (table == NULL) {
        abort();
    }
    return table;
}

/* The part of the address that is the index on this level; level 0 is the outer one. */
static unsigned index_of(unsigned address, unsigned level) {
    return address >> (PAGE_BITS + LEVEL_BITS * (1 - level)) & (ENTRIES - 1); //~ error: overshift
}

/* The entry of the page with this address; tables on the way are made. Null if there is a large page. */
static struct entry *walk(struct table *root, unsigned address) {
    struct entry *outer = &root->entries[index_of(address, 0)];
#ifdef MENDED
    if (outer->flags & LARGE) {
        return NULL;
    }
#endif
    if (!(outer->flags & PRESENT)) {
        outer->to.table = table_new();
        outer->flags = PRESENT | WRITABLE;
    }
    return &outer->to.table->entries[index_of(address, 1)];
}

static uint8_t *large_page(struct table *root, unsigned address) {
    struct entry *outer = &root->entries[index_of(address, 0)];
    return outer->flags & LARGE ? outer->to.large : NULL;
}

static int map_large(struct table *root, unsigned address) {
    struct entry *outer = &root->entries[index_of(address, 0)];
    if (outer->flags & PRESENT) {
        return -1;
    }
    outer->to.large = calloc(ENTRIES, PAGE_SIZE);
    outer->flags = PRESENT | WRITABLE | LARGE;
    return outer->to.large != NULL ? 0 : -1;
}

static uint8_t load(struct table *root, unsigned address) {
    struct entry *entry = walk(root, address);
    if (entry == NULL) {
        return large_page(root, address)[address % (ENTRIES * PAGE_SIZE)];
    }
    if (!(entry->flags & PRESENT)) {
        entry->to.page = zeros;
        entry->flags = PRESENT;
    }
    return entry->to.page[address % PAGE_SIZE];
}

static void store(struct table *root, unsigned address, uint8_t value) {
    struct entry *entry = walk(root, address);
    if (entry == NULL) {
        large_page(root, address)[address % (ENTRIES * PAGE_SIZE)] = value;
        return;
    }
#ifndef MENDED
    if (!(entry->flags & PRESENT)) { //~ error: out-of-bounds
#else
    if (!(entry->flags & WRITABLE)) {
#endif
        uint8_t *page = malloc(PAGE_SIZE);
        if (page == NULL) {
            abort();
        }
        memcpy(page, zeros, PAGE_SIZE);
        entry->to.page = page;
        entry->flags = PRESENT | WRITABLE;
    }
    ((uint8_t *)entry->to.page)[address % PAGE_SIZE] = value; //~ error: read-only-write
}

static void destroy(struct table *root) {
    for (int i = 0; i < ENTRIES; i++) {
        struct entry *outer = &root->entries[i];
        if (outer->flags & LARGE) {
            free(outer->to.large);
        } else if (outer->flags & PRESENT) {
            for (int k = 0; k < ENTRIES; k++) {
                struct entry *inner = &outer->to.table->entries[k];
                if (inner->flags & WRITABLE) {
                    free((uint8_t *)inner->to.page);
                }
            }
            free(outer->to.table);
        }
    }
    free(root);
}

/* One of the addresses that are used, by its letter. */
static unsigned address_of(char letter) {
    static const unsigned addresses[] = {0x00, 0x05, 0x41, 0x7F};
    for (int i = 0; i < 4; i++) {
        if (letter == 'a' + i) {
            return addresses[i];
        }
    }
    return 0x20;
}

int main(void) {
    struct table *root = table_new();
    struct {
        char read, large, written;
        unsigned char level;
    } in;
    klee_make_symbolic(&in, sizeof in, "in");

    uint8_t first = load(root, address_of(in.read));
    assert(first == 0);
    int mapped = map_large(root, address_of(in.large));
    unsigned written = address_of(in.written);
    store(root, written, 7);
    assert(load(root, written) == 7);
    if (in.read != in.written && address_of(in.read) != written) {
        assert(load(root, address_of(in.read)) == 0);
    }
    unsigned index = 0;
#ifdef MENDED
    if (in.level < 2) {
#else
    if (in.level < 4) {
#endif
        index = index_of(written, in.level);
    }
    assert(index < ENTRIES);
    destroy(root);
    return mapped == 0;
}

// paths: 297
