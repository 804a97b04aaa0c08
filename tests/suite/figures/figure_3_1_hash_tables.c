// Trabish 2024, figure 3.1: three hash tables with chains, and a look-up with a symbolic key in the first. The pointers along a chain are
// symbolic. With a path for each object, each of the five nodes is found on a path of its own and passed by on another, and
// one path meets an empty bucket. Without forks over objects there are three: found, passed by, and empty.
#include <pleach.h>
#include <stdlib.h>

#define BUCKETS 300

struct node {
    unsigned key;
    int data;
    struct node *next;
};

struct table {
    struct node **buckets;
    unsigned size;
};

static unsigned hash(unsigned key)
{
    return (key ^ key >> 16) * 31 + 7;
}

static struct node *lookup(const struct table *t, unsigned key)
{
    struct node *n = t->buckets[hash(key) % t->size];
    while (n != NULL && n->key != key)
        n = n->next;
    return n;
}

static void insert(struct table *t, unsigned key, int data)
{
    if (lookup(t, key) != NULL)
        return;
    struct node **bucket = &t->buckets[hash(key) % t->size];
    struct node *n = calloc(1, sizeof *n);
    n->key = key;
    n->data = data;
    n->next = *bucket;
    *bucket = n;
}

int main(void)
{
    struct table tables[3];
    for (int i = 0; i < 3; i++) {
        tables[i].buckets = calloc(BUCKETS, sizeof(struct node *));
        tables[i].size = BUCKETS;
        for (unsigned key = 0; key < 5; key++)
            insert(&tables[i], key, 7);
    }
    unsigned key = pleach_range(0, 1 << 16, "key");
    const struct node *found = lookup(&tables[0], key);
    pleach_assert((found != NULL) == (key < 5));
    pleach_assert(found == NULL || found->data == 7);
    return 0;
}

// with --tests all --memory-model fork: 11 paths
// with --tests all --memory-model merge: 3 paths
// with --tests all --memory-model dynamic: 3 paths
