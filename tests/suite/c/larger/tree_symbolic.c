// A search tree of three symbolic keys: as many paths as there are ways to order three numbers with ties, 13. A walk over
// the tree is sorted on each of them.
#include <pleach.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *left, *right;
};

static struct node *insert(struct node *tree, int key) {
    if (tree == NULL) {
        tree = calloc(1, sizeof *tree);
        tree->key = key;
    } else if (key < tree->key) {
        tree->left = insert(tree->left, key);
    } else if (key > tree->key) {
        tree->right = insert(tree->right, key);
    }
    return tree;
}

static int walk(const struct node *tree, int *keys, int at) {
    if (tree != NULL) {
        at = walk(tree->left, keys, at);
        keys[at++] = tree->key;
        at = walk(tree->right, keys, at);
    }
    return at;
}

static void release(struct node *tree) {
    if (tree != NULL) {
        release(tree->left);
        release(tree->right);
        free(tree);
    }
}

int main(void) {
    struct node *tree = NULL;
    int keys[3];
    for (int i = 0; i < 3; i++) {
        tree = insert(tree, pleach_int("key"));
    }
    int count = walk(tree, keys, 0);
    for (int i = 1; i < count; i++) {
        pleach_assert(keys[i - 1] < keys[i]);
    }
    release(tree);
    return count;
}
// paths: 13
