/* <search.h>: linear search, trees and a hash table. As in glibc, a node of a tree begins with its key. Unlike glibc's, the trees are
 * not balanced, so twalk() reports other levels. */
#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void free(void *p);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
int strcmp(const char *a, const char *b);
int *__errno_location(void);

enum { ESRCH_ = 3, ENOMEM_ = 12, EINVAL_ = 22 };

typedef int (*comparison_t)(const void *, const void *);

/* Arrays. */

void *lfind(const void *key, const void *base, size_t *count, size_t size, comparison_t compare) {
    for (size_t i = 0; i < *count; i++) {
        const char *element = (const char *)base + i * size;
        if (compare(key, element) == 0) {
            return (void *)element;
        }
    }
    return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, comparison_t compare) {
    void *found = lfind(key, base, count, size, compare);
    if (found != NULL) {
        return found;
    }
    return memcpy((char *)base + (*count)++ * size, key, size);
}

/* Lists that are doubly linked. */

struct element {
    struct element *next, *previous;
};

void insque(void *new, void *at) {
    struct element *element = new, *before = at;
    element->previous = before;
    if (before == NULL) {
        element->next = NULL;
        return;
    }
    element->next = before->next;
    if (element->next != NULL) {
        element->next->previous = element;
    }
    before->next = element;
}

void remque(void *old) {
    struct element *element = old;
    if (element->previous != NULL) {
        element->previous->next = element->next;
    }
    if (element->next != NULL) {
        element->next->previous = element->previous;
    }
}

/* Trees. */

struct node {
    const void *key;
    struct node *left, *right;
};

/* The pointer to the node of a key, or the null pointer where it would be inserted; `parent` becomes its parent. */
static struct node **place(const void *key, void *const *root, comparison_t compare, struct node **parent) {
    struct node **at = (struct node **)root;
    while (*at != NULL) {
        int order = compare(key, (*at)->key);
        if (order == 0) {
            break;
        }
        if (parent != NULL) {
            *parent = *at;
        }
        at = order < 0 ? &(*at)->left : &(*at)->right;
    }
    return at;
}

void *tfind(const void *key, void *const *root, comparison_t compare) {
    return root == NULL ? NULL : *place(key, root, compare, NULL);
}

void *tsearch(const void *key, void **root, comparison_t compare) {
    if (root == NULL) {
        return NULL;
    }
    struct node **at = place(key, root, compare, NULL);
    if (*at == NULL) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL) {
            return NULL;
        }
        *node = (struct node){key, NULL, NULL};
        *at = node;
    }
    return *at;
}

void *tdelete(const void *key, void **root, comparison_t compare) {
    if (root == NULL || *root == NULL) {
        return NULL;
    }
    struct node *parent = *root, **at = place(key, root, compare, &parent), *node = *at;
    if (node == NULL) {
        return NULL;
    }
    if (node->left != NULL && node->right != NULL) {
        struct node **next = &node->right;
        while ((*next)->left != NULL) {
            next = &(*next)->left;
        }
        struct node *moved = *next;
        *next = moved->right;
        moved->left = node->left;
        moved->right = node->right;
        *at = moved;
    } else {
        *at = node->left != NULL ? node->left : node->right;
    }
    int was_root = parent == node;
    free(node);
    return was_root ? (void *)root : parent;
}

enum visit { PREORDER, POSTORDER, ENDORDER, LEAF };

static void walk(const struct node *node, void (*action)(const void *, enum visit, int), int level) {
    if (node->left == NULL && node->right == NULL) {
        action(node, LEAF, level);
        return;
    }
    action(node, PREORDER, level);
    if (node->left != NULL) {
        walk(node->left, action, level + 1);
    }
    action(node, POSTORDER, level);
    if (node->right != NULL) {
        walk(node->right, action, level + 1);
    }
    action(node, ENDORDER, level);
}

void twalk(const void *root, void (*action)(const void *, enum visit, int)) {
    if (root != NULL && action != NULL) {
        walk(root, action, 0);
    }
}

static void walk_with(const struct node *node, void (*action)(const void *, enum visit, void *), void *closure) {
    if (node->left == NULL && node->right == NULL) {
        action(node, LEAF, closure);
        return;
    }
    action(node, PREORDER, closure);
    if (node->left != NULL) {
        walk_with(node->left, action, closure);
    }
    action(node, POSTORDER, closure);
    if (node->right != NULL) {
        walk_with(node->right, action, closure);
    }
    action(node, ENDORDER, closure);
}

void twalk_r(const void *root, void (*action)(const void *, enum visit, void *), void *closure) {
    if (root != NULL && action != NULL) {
        walk_with(root, action, closure);
    }
}

void tdestroy(void *root, void (*release)(void *)) {
    struct node *node = root;
    if (node != NULL) {
        tdestroy(node->left, release);
        tdestroy(node->right, release);
        release((void *)node->key);
        free(node);
    }
}

/* Hash tables. A table holds as many entries as glibc's: the next prime number. */

typedef struct {
    char *key;
    void *data;
} ENTRY;

struct hsearch_data {
    struct bucket *table;
    unsigned size, filled;
};

struct bucket {
    unsigned used;
    ENTRY entry;
};

enum action { FIND, ENTER };

static int is_prime(unsigned number) {
    for (unsigned divisor = 3; divisor <= number / divisor; divisor += 2) {
        if (number % divisor == 0) {
            return 0;
        }
    }
    return 1;
}

int hcreate_r(size_t count, struct hsearch_data *table) {
    if (table == NULL) {
        *__errno_location() = EINVAL_;
        return 0;
    }
    if (table->table != NULL) {
        return 0;
    }
    unsigned size = count < 3 ? 3 : (unsigned)count | 1;
    while (!is_prime(size)) {
        size += 2;
    }
    table->table = calloc(size + 1, sizeof *table->table);
    table->size = size;
    table->filled = 0;
    return table->table != NULL;
}

void hdestroy_r(struct hsearch_data *table) {
    if (table == NULL) {
        *__errno_location() = EINVAL_;
        return;
    }
    free(table->table);
    table->table = NULL;
}

/* Entries are kept in the order of insertion: a symbolic key is compared with each, not hashed. */
int hsearch_r(ENTRY item, enum action action, ENTRY **found, struct hsearch_data *table) {
    for (unsigned i = 0; i < table->filled; i++) {
        if (strcmp(item.key, table->table[i].entry.key) == 0) {
            *found = &table->table[i].entry;
            return 1;
        }
    }
    if (action == FIND || table->filled == table->size) {
        *__errno_location() = action == FIND ? ESRCH_ : ENOMEM_;
        *found = NULL;
        return 0;
    }
    struct bucket *bucket = &table->table[table->filled++];
    bucket->used = 1;
    bucket->entry = item;
    *found = &bucket->entry;
    return 1;
}

static struct hsearch_data only;

int hcreate(size_t count) {
    return hcreate_r(count, &only);
}

void hdestroy(void) {
    hdestroy_r(&only);
}

ENTRY *hsearch(ENTRY item, enum action action) {
    ENTRY *found;
    hsearch_r(item, action, &found, &only);
    return found;
}
