// A skip list with links of four levels, searched for two symbolic keys.
#include <pleach.h>
#include <stdlib.h>

#define LEVELS 4
#define NODES 24

struct node {
    unsigned key, value;
    struct node *next[LEVELS];
};

static struct node head;

static void insert(unsigned key, unsigned levels) {
    struct node *fresh = calloc(1, sizeof *fresh), *at = &head;
    fresh->key = key;
    fresh->value = key * key;
    for (int level = LEVELS - 1; level >= 0; level--) {
        while (at->next[level] && at->next[level]->key < key)
            at = at->next[level];
        if (level < (int)levels) {
            fresh->next[level] = at->next[level];
            at->next[level] = fresh;
        }
    }
}

static const struct node *find(unsigned key) {
    const struct node *at = &head;
    for (int level = LEVELS - 1; level >= 0; level--)
        while (at->next[level] && at->next[level]->key <= key)
            at = at->next[level];
    return at != &head && at->key == key ? at : NULL;
}

int main(void) {
    unsigned seed = 1;
    for (unsigned i = 0; i < NODES; i++) {
        seed = seed * 1103515245 + 12345;
        unsigned levels = 1;
        while (levels < LEVELS && seed >> (16 + levels) & 1)
            levels++;
        insert(i * 3 + 1, levels);
    }
    unsigned a = pleach_range(0, NODES * 3, "a"), b = pleach_range(0, NODES * 3, "b");
    const struct node *x = find(a), *y = find(b);
    if (x && y)
        pleach_assert((x->value > y->value) == (a > b));
    return (x != NULL) + (y != NULL);
}
