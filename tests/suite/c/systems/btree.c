// A B-tree with at most three keys a node: insertion that splits full nodes on the way down, search, and a walk that
// checks order and depth. Planted: after the split of a child, a key that equals the one that came up is inserted once
// more, and the new right half of an inner node does not get its last child.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KEYS = 3, MIDDLE = 1 };

struct node {
    int count;
    int leaf;
    int keys[MAX_KEYS];
    struct node *children[MAX_KEYS + 1];
};

static struct node *node_new(int leaf) {
    struct node *node = calloc(1, sizeof *node);
    if (node == NULL) {
        abort();
    }
    node->leaf = leaf;
    return node;
}

/* Splits the full child at `index` in two; its middle key goes up into the parent, which is not full. */
static void split_child(struct node *parent, int index) {
    struct node *left = parent->children[index];
    struct node *right = node_new(left->leaf);
    right->count = MAX_KEYS - MIDDLE - 1;
    for (int i = 0; i < right->count; i++) {
        right->keys[i] = left->keys[MIDDLE + 1 + i];
    }
    if (!left->leaf) {
#ifndef MENDED
        for (int i = 0; i < right->count; i++) {
#else
        for (int i = 0; i <= right->count; i++) {
#endif
            right->children[i] = left->children[MIDDLE + 1 + i];
        }
    }
    left->count = MIDDLE;
    for (int i = parent->count; i > index; i--) {
        parent->keys[i] = parent->keys[i - 1];
        parent->children[i + 1] = parent->children[i];
    }
    parent->keys[index] = left->keys[MIDDLE];
    parent->children[index + 1] = right;
    parent->count++;
}

static int position_in(const struct node *node, int key) {
    int at = 0;
    while (at < node->count && node->keys[at] < key) {
        at++;
    }
    return at;
}

/* Adds the key below a node that is not full. Keys that are there already are left alone. */
static void insert_below(struct node *node, int key) {
    int at = position_in(node, key);
    if (at < node->count && node->keys[at] == key) {
        return;
    }
    if (node->leaf) {
        memmove(&node->keys[at + 1], &node->keys[at], (size_t)(node->count - at) * sizeof node->keys[0]);
        node->keys[at] = key;
        node->count++;
        return;
    }
    if (node->children[at]->count == MAX_KEYS) { //~ error: null
        split_child(node, at);
#ifdef MENDED
        if (key == node->keys[at]) {
            return;
        }
#endif
        if (key > node->keys[at]) {
            at++;
        }
    }
    insert_below(node->children[at], key);
}

static void insert(struct node **root, int key) {
    if ((*root)->count == MAX_KEYS) {
        struct node *above = node_new(0);
        above->children[0] = *root;
        split_child(above, 0);
        *root = above;
    }
    insert_below(*root, key);
}

static const struct node *search(const struct node *node, int key) {
    for (;;) {
        int at = position_in(node, key);
        if (at < node->count && node->keys[at] == key) {
            return node;
        }
        if (node->leaf) {
            return NULL;
        }
        node = node->children[at];
    }
}

/* Checks that keys lie between `low` and `high` and in order, and that all leaves are equally deep. Counts keys. */
static int check(const struct node *node, int low, int high, int depth, int *leaf_depth) {
    int keys = node->count; //~ error: null
    for (int i = 0; i < node->count; i++) {
        assert(node->keys[i] > low && node->keys[i] < high); //~ error: assert
        assert(i == 0 || node->keys[i - 1] < node->keys[i]);
    }
    if (node->leaf) {
        assert(*leaf_depth < 0 || *leaf_depth == depth);
        *leaf_depth = depth;
        return keys;
    }
    for (int i = 0; i <= node->count; i++) {
        int from = i == 0 ? low : node->keys[i - 1];
        int to = i == node->count ? high : node->keys[i];
        keys += check(node->children[i], from, to, depth + 1, leaf_depth);
    }
    return keys;
}

static void destroy(struct node *node) {
    if (node == NULL) {
        return;
    }
    for (int i = 0; !node->leaf && i <= node->count; i++) {
        destroy(node->children[i]);
    }
    free(node);
}

int main(void) {
    struct node *root = node_new(1);
    unsigned char extra[2];
    klee_make_symbolic(extra, sizeof extra, "extra");
    klee_assume(extra[0] < 100);
    klee_assume(extra[1] < 100);

    /* Seven keys leave one place in the root, and the last leaf full. */
    for (int key = 10; key <= 70; key += 10) {
        insert(&root, key);
    }
    insert(&root, extra[0]);
    insert(&root, extra[1]);
    int leaf_depth = -1;
    int keys = check(root, -1, 1000, 0, &leaf_depth);
    assert(keys >= 7 && keys <= 9);
    assert(search(root, extra[0]) != NULL && search(root, extra[1]) != NULL);
    destroy(root);
    return keys;
}

// paths: 222
// errors: 102
