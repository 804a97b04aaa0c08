// A balanced tree of keys, in which a symbolic key is looked up and another is changed.
#include <pleach.h>
#include <stdlib.h>

struct node {
    unsigned key;
    int value;
    struct node *child[2];
};

static struct node *build(unsigned from, unsigned to) {
    if (from == to)
        return NULL;
    unsigned middle = from + (to - from) / 2;
    struct node *n = malloc(sizeof *n);
    n->key = middle * 5;
    n->value = middle;
    n->child[0] = build(from, middle);
    n->child[1] = build(middle + 1, to);
    return n;
}

static struct node *find(struct node *n, unsigned key) {
    while (n && n->key != key)
        n = n->child[n->key < key];
    return n;
}

int main(void) {
    struct node *root = build(0, 31);
    unsigned a = pleach_range(0, 256, "a"), b = pleach_range(0, 256, "b");
    struct node *x = find(root, a);
    if (x)
        x->value = -1;
    const struct node *y = find(root, b);
    if (y)
        pleach_assert((y->value == -1) == (a == b));
    return x != NULL && y != NULL;
}
