// An inventory of parts that are made of other parts: how often a part is needed for a product, and how many products
// its stock is enough for. Planted: a part that contains itself in the end is followed further than there are parts, a
// part that is needed no times divides the stock, and the product of counts along the way overflows.
// cflags: -fsanitize=undefined
#include <klee/klee.h>
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

enum { PARTS = 5, NONE = -1, CYCLE = -2, TOO_MANY = -3 };

struct use {
    int part;
    int count;
    struct use *next;
};

struct part {
    int stock;
    struct use *uses;
};

struct inventory {
    struct part *parts;
};

static int add_use(struct inventory *inventory, int product, int part, int count) {
    if (product < 0 || product >= PARTS || part < 0 || part >= PARTS || count <= 0) {
        return -1;
    }
    struct use *use = malloc(sizeof *use);
    if (use == NULL) {
        return -1;
    }
    *use = (struct use){part, count, inventory->parts[product].uses};
    inventory->parts[product].uses = use;
    return 0;
}

/* How often the part is in one product, at any depth, or the reason why that cannot be said. The way from the first
 * product is kept, for whoever wants to tell about a cycle. */
static int count_in(const struct inventory *inventory, int product, int part, int depth, int *way) {
    if (product == part) {
        return 1;
    }
#ifdef MENDED
    if (depth == PARTS) {
        return CYCLE;
    }
#endif
    way[depth] = product; //~ error: out-of-bounds
    int sum = 0;
    for (const struct use *use = inventory->parts[product].uses; use != NULL; use = use->next) {
        int below = count_in(inventory, use->part, part, depth + 1, way);
        if (below < 0) {
            return below;
        }
#ifdef MENDED
        if (below > INT_MAX / use->count || below * use->count > INT_MAX - sum) {
            return TOO_MANY;
        }
#endif
        sum += below * use->count; //~ error: overflow
    }
    return sum;
}

/* How many products the part's stock is enough for; NONE if the part is not needed. */
static int enough_for(const struct inventory *inventory, int product, int part) {
    int *way = malloc(PARTS * sizeof *way);
    if (way == NULL) {
        return NONE;
    }
    int needed = count_in(inventory, product, part, 0, way);
    free(way);
#ifdef MENDED
    if (needed <= 0) {
        return needed == 0 ? NONE : needed;
    }
#endif
    return inventory->parts[part].stock / needed; //~ error: div-by-zero
}

static void destroy(struct inventory *inventory) {
    for (int i = 0; i < PARTS; i++) {
        while (inventory->parts[i].uses != NULL) {
            struct use *next = inventory->parts[i].uses->next;
            free(inventory->parts[i].uses);
            inventory->parts[i].uses = next;
        }
    }
    free(inventory->parts);
}

/* The part of a letter, or NONE. */
static int part_of(char letter) {
    for (int i = 0; i < PARTS; i++) {
        if (letter == 'a' + i) {
            return i;
        }
    }
    return NONE;
}

int main(void) {
    struct inventory inventory = {calloc(PARTS, sizeof *inventory.parts)};
    char product, part;
    unsigned char count;
    klee_make_symbolic(&product, sizeof product, "product");
    klee_make_symbolic(&part, sizeof part, "part");
    klee_make_symbolic(&count, sizeof count, "count");
    if (inventory.parts == NULL) {
        return 1;
    }
    inventory.parts[3].stock = 1000;
    inventory.parts[4].stock = 50;
    /* a is a car with wheels b, of 5,000 strands c of 2,000 fibres d each; nothing is known to need e. */
    add_use(&inventory, 0, 1, 4);
    add_use(&inventory, 1, 2, 5000);
    add_use(&inventory, 2, 3, 2000);
    int added = add_use(&inventory, part_of(product), part_of(part), count);
    int result = 0;
    if (added == 0) {
        result = enough_for(&inventory, 0, 4);
        if (part_of(part) == 3) {
            int cars = enough_for(&inventory, 0, 3);
            assert(cars <= 1000);
        }
    }
    destroy(&inventory);
    return added != 0 ? 2 : result >= 0 ? 3 : -result + 3;
}

// paths: 63
