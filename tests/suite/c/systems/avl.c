// An AVL tree with deletion. Planted: where the successor of a deleted node is the node's own right child, its key
// moves up and it is freed, but the link to it stays; deletion does not rebalance on the way back when it went to the
// right; and looking for the least key of a tree that has become empty goes through a null pointer.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>

struct node {
    int key;
    int height;
    struct node *left, *right;
};

static int height(const struct node *node) {
    return node != NULL ? node->height : 0; //~ error: use-after-free
}

static int balance(const struct node *node) {
    return height(node->left) - height(node->right);
}

static void update(struct node *node) {
    int left = height(node->left), right = height(node->right);
    node->height = 1 + (left > right ? left : right);
}

static struct node *rotate_right(struct node *top) {
    struct node *pivot = top->left;
    top->left = pivot->right;
    pivot->right = top;
    update(top);
    update(pivot);
    return pivot;
}

static struct node *rotate_left(struct node *top) {
    struct node *pivot = top->right;
    top->right = pivot->left;
    pivot->left = top;
    update(top);
    update(pivot);
    return pivot;
}

static struct node *rebalance(struct node *node) {
    update(node);
    if (balance(node) > 1) {
        if (balance(node->left) < 0) {
            node->left = rotate_left(node->left);
        }
        return rotate_right(node);
    }
    if (balance(node) < -1) {
        if (balance(node->right) > 0) {
            node->right = rotate_right(node->right);
        }
        return rotate_left(node);
    }
    return node;
}

static struct node *insert(struct node *node, int key) {
    if (node == NULL) {
        node = calloc(1, sizeof *node);
        if (node == NULL) {
            abort();
        }
        node->key = key;
        node->height = 1;
        return node;
    }
    if (key < node->key) {
        node->left = insert(node->left, key);
    } else if (key > node->key) {
        node->right = insert(node->right, key);
    } else {
        return node;
    }
    return rebalance(node);
}

static const struct node *least(const struct node *node) {
    while (node->left != NULL) { //~ error: null
        node = node->left;
    }
    return node;
}

/* Takes the least node out of the tree and hands it over. */
static struct node *take_least(struct node *node, struct node **taken) {
    if (node->left == NULL) {
        *taken = node;
        return node->right;
    }
    node->left = take_least(node->left, taken);
    return rebalance(node);
}

static struct node *erase(struct node *node, int key) {
    if (node == NULL) {
        return NULL;
    }
    if (key < node->key) {
        node->left = erase(node->left, key);
        return rebalance(node);
    }
    if (key > node->key) {
        node->right = erase(node->right, key);
#ifndef MENDED
        update(node);
        return node;
#else
        return rebalance(node);
#endif
    }
    if (node->left == NULL || node->right == NULL) {
        struct node *only = node->left != NULL ? node->left : node->right;
        free(node);
        return only;
    }
#ifndef MENDED
    if (node->right->left == NULL) {
        struct node *next = node->right;
        node->key = next->key;
        free(next);
        return rebalance(node);
    }
#endif
    struct node *successor;
    struct node *rest = take_least(node->right, &successor);
    successor->left = node->left;
    successor->right = rest;
    free(node);
    return rebalance(successor);
}

/* Checks order, heights and balance below a node, and counts its keys. */
static int check(const struct node *node, int low, int high) {
    if (node == NULL) {
        return 0;
    }
    assert(node->key > low && node->key < high);
    int left = check(node->left, low, node->key), right = check(node->right, node->key, high);
    assert(node->height == 1 + (height(node->left) > height(node->right) ? height(node->left) : height(node->right)));
    assert(balance(node) >= -1 && balance(node) <= 1); //~ error: assert
    return left + right + 1;
}

static void destroy(struct node *node) {
    if (node != NULL) {
        destroy(node->left);
        destroy(node->right);
        free(node);
    }
}

int main(void) {
    struct node *root = NULL;
    unsigned char added, erased, more;
    klee_make_symbolic(&added, sizeof added, "added");
    klee_make_symbolic(&erased, sizeof erased, "erased");
    klee_make_symbolic(&more, sizeof more, "more");

    static const int keys[] = {20, 10, 30, 5};
    for (int i = 0; i < 4; i++) {
        root = insert(root, keys[i]);
    }
    root = insert(root, added);
    int count = check(root, -1, 256);
    root = erase(root, erased);
    if (more & 1) {
        root = erase(root, 30);
    }
    int rest = check(root, -1, 256);
    assert(rest <= count && rest >= count - 2);
    if (more & 2) {
        root = erase(root, 20);
        root = erase(root, 10);
        root = erase(root, 5);
    }
#ifdef MENDED
    if (root == NULL) {
        return 1;
    }
#endif
    int first = least(root)->key;
    destroy(root);
    return first < 20;
}

// paths: 270
