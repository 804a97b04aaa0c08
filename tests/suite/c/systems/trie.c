// Words in a trie with counts: adding, removing with the nodes that nobody needs any more, and a cursor that walks a
// word. Planted: a character below 'a' gives an index in front of the children, removing a word frees nodes on which
// another word ends, and the cursor over a word that is not there stays in a variable of the function that made it.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>

enum { LETTERS = 4 };

struct node {
    int words; /* that end here */
    int children_used;
    struct node **children;
};

struct cursor {
    const struct node *node;
    int depth;
};

static struct node *node_new(void) {
    struct node *node = calloc(1, sizeof *node);
    if (node == NULL) {
        abort();
    }
    node->children = calloc(LETTERS, sizeof(struct node *));
    if (node->children == NULL) {
        abort();
    }
    return node;
}

static void node_free(struct node *node) {
    free(node->children);
    free(node);
}

static int index_of(char c) {
    int index = c - 'a';
#ifndef MENDED
    if (index >= LETTERS) {
#else
    if (index < 0 || index >= LETTERS) {
#endif
        return -1;
    }
    /* Each letter is a case of its own. */
    for (int i = 0; i < LETTERS; i++) {
        if (index == i) {
            return i;
        }
    }
    return index;
}

static int is_word(const char *word) {
    for (; *word != '\0'; word++) {
        int index = index_of(*word);
        if (index == -1) {
            return 0;
        }
    }
    return 1;
}

static int add(struct node *node, const char *word) {
    if (!is_word(word)) {
        return 0;
    }
    for (; *word != '\0'; word++) {
        struct node **child = &node->children[index_of(*word)];
        if (*child == NULL) { //~ error: out-of-bounds
            *child = node_new();
            node->children_used++;
        }
        node = *child;
    }
    node->words++;
    return 1;
}

/* Removes the word below the node; says whether the node itself is needed no more. */
static int remove_below(struct node *node, const char *word) {
    if (*word == '\0') {
        if (node->words > 0) {
            node->words--;
        }
    } else {
        struct node **child = &node->children[index_of(*word)];
        if (*child == NULL) { //~ error: out-of-bounds
            return 0;
        }
        if (remove_below(*child, word + 1)) {
            node_free(*child);
            *child = NULL;
            node->children_used--;
        }
    }
#ifndef MENDED
    return node->children_used == 0;
#else
    return node->children_used == 0 && node->words == 0;
#endif
}

static const struct cursor *advance(struct cursor *cursor, char c) {
    struct node *child = cursor->node->children[index_of(c)];
    if (child == NULL) {
#ifndef MENDED
        struct cursor nowhere = {NULL, -1};
        const struct cursor *result = &nowhere;
        return result;
#else
        static const struct cursor nowhere = {NULL, -1};
        return &nowhere;
#endif
    }
    cursor->node = child;
    cursor->depth++;
    return cursor;
}

static int count(struct node *root, const char *word) {
    struct cursor cursor = {root, 0};
    for (; *word != '\0'; word++) {
        const struct cursor *there = advance(&cursor, *word);
        if (there->node == NULL) { //~ error: use-after-return
            return 0;
        }
    }
    return cursor.node->words;
}

static void destroy(struct node *node) {
    for (int i = 0; i < LETTERS; i++) {
        if (node->children[i] != NULL) {
            destroy(node->children[i]);
        }
    }
    node_free(node);
}

int main(void) {
    struct node *root = node_new();
    char added[3] = "", removed[3] = "";
    klee_make_symbolic(added, 2, "added");
    klee_make_symbolic(removed, 1, "removed");
    removed[1] = 'b';

    add(root, "a");
    add(root, "ab");
    int known = add(root, added);
    /* Words of two letters go; what ends after one is still needed. */
    const struct node *kept = root->children[0];
    if (is_word(removed)) {
        remove_below(root, removed);
    }
    assert(kept->words >= 1); //~ error: use-after-free
    if (known) {
        assert(count(root, added) > 0 || removed[0] == added[0]);
    }
    destroy(root);
    return known;
}

// paths: 274
