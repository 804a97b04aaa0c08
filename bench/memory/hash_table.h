// Three hash tables with chains, and a look-up with a symbolic key in each of them: the pointers that it goes along are
// symbolic. BUCKETS is set by who includes this.
#include <pleach.h>
#include <stdlib.h>

#define TABLES 3
#define KEYS 5

struct node {
    unsigned key;
    int data;
    struct node *next;
};

struct table {
    unsigned size;
    struct node **buckets;
};

static unsigned hash(unsigned key) {
    unsigned h = 2166136261u;
    for (int i = 0; i < 32; i += 8)
        h = (h ^ (key >> i & 255)) * 16777619u;
    return h;
}

static struct node *lookup(const struct table *t, unsigned key) {
    struct node *n = t->buckets[hash(key) % t->size];
    while (n && n->key != key)
        n = n->next;
    return n;
}

static void insert(struct table *t, unsigned key, int data) {
    struct node **bucket = &t->buckets[hash(key) % t->size];
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->data = data;
    n->next = *bucket;
    *bucket = n;
}

int main(void) {
    struct table tables[TABLES];
    for (unsigned i = 0; i < TABLES; i++) {
        tables[i].size = BUCKETS;
        tables[i].buckets = calloc(BUCKETS, sizeof(struct node *));
        for (unsigned key = 0; key < KEYS; key++)
            insert(&tables[i], key, key * 10 + i);
    }
    unsigned found = 0;
    for (unsigned i = 0; i < TABLES; i++) {
        // Of 12 bits, so that the products of the hash are no harder than the pointers.
        unsigned key = pleach_range(0, 4096, "key");
        const struct node *node = lookup(&tables[i], key);
        if (node)
            pleach_assert(node->data == (int)(key * 10 + i));
        found += node != NULL;
    }
    return found;
}
