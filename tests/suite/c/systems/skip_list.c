// A skip list whose levels come from the input instead of a random generator. Planted: a node may get one level more
// than the list has links for, removal unlinks a node on the lowest level only, and the last step of a search compares
// the key of what may be the end of the list.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>

enum { MAX_LEVEL = 3 };

struct node {
    int key;
    int level;
    struct node **next; /* one link for each level */
};

struct list {
    struct node *head;
    int level;
    int length;
};

static struct node *node_new(int key, int level) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL) {
        abort();
    }
    node->next = calloc((size_t)level, sizeof(struct node *));
    if (node->next == NULL) {
        abort();
    }
    node->key = key;
    node->level = level;
    return node;
}

static void node_free(struct node *node) {
    free(node->next);
    free(node);
}

/* One more level for each bit of the coin that is set, from the lowest on. */
static int level_of(unsigned char coin) {
    int level = 1;
#ifndef MENDED
    while (level <= MAX_LEVEL && coin & 1) {
#else
    while (level < MAX_LEVEL && coin & 1) {
#endif
        level++;
        coin >>= 1;
    }
    return level;
}

static void list_init(struct list *list) {
    list->head = node_new(-1, MAX_LEVEL);
    list->level = 1;
    list->length = 0;
}

/* The last nodes before the key on each level. */
static void find_previous(const struct list *list, int key, struct node **previous) {
    struct node *node = list->head;
    for (int i = MAX_LEVEL - 1; i >= 0; i--) {
        while (node->next[i] != NULL && node->next[i]->key < key) { //~ error: use-after-free
            node = node->next[i];
        }
        previous[i] = node;
    }
}

static int contains(const struct list *list, int key) {
    struct node *previous[MAX_LEVEL];
    find_previous(list, key, previous);
    const struct node *node = previous[0]->next[0];
#ifndef MENDED
    return node->key == key; //~ error: null
#else
    return node != NULL && node->key == key;
#endif
}

static int insert(struct list *list, int key, int level) {
    struct node **previous = malloc(MAX_LEVEL * sizeof *previous);
    if (previous == NULL) {
        return -1;
    }
    find_previous(list, key, previous);
    struct node *found = previous[0]->next[0];
    if (found != NULL && found->key == key) {
        free(previous);
        return 0;
    }
    struct node *node = node_new(key, level);
    for (int i = 0; i < level; i++) {
        node->next[i] = previous[i]->next[i]; //~ error: out-of-bounds
        previous[i]->next[i] = node;
    }
    if (level > list->level) {
        list->level = level;
    }
    list->length++;
    free(previous);
    return 1;
}

static int erase(struct list *list, int key) {
    struct node *previous[MAX_LEVEL];
    find_previous(list, key, previous);
    struct node *node = previous[0]->next[0];
    if (node == NULL || node->key != key) {
        return 0;
    }
#ifndef MENDED
    previous[0]->next[0] = node->next[0];
#else
    for (int i = 0; i < node->level; i++) {
        previous[i]->next[i] = node->next[i];
    }
#endif
    node_free(node);
    list->length--;
    while (list->level > 1 && list->head->next[list->level - 1] == NULL) {
        list->level--;
    }
    return 1;
}

/* Every level is in order and no longer than the one below it. */
static void check(const struct list *list) {
    int below = list->length;
    for (int i = 0; i < list->level; i++) {
        int count = 0;
        for (const struct node *node = list->head->next[i]; node != NULL; node = node->next[i]) {
            assert(node->next[i] == NULL || node->key < node->next[i]->key);
            count++;
        }
        assert(i == 0 ? count == below : count <= below);
        below = count;
    }
}

static void destroy(struct list *list) {
    struct node *node = list->head;
    while (node != NULL) {
        struct node *next = node->next[0];
        node_free(node);
        node = next;
    }
}

int main(void) {
    struct list list;
    struct {
        unsigned char key, coin;
        unsigned char erased;
    } in;
    klee_make_symbolic(&in, sizeof in, "in");

    list_init(&list);
    insert(&list, 10, 1);
    insert(&list, 20, 2);
    insert(&list, 30, 1);
    insert(&list, in.key, level_of(in.coin));
    check(&list);
    int erased = erase(&list, in.erased);
    assert(!contains(&list, in.erased));
    check(&list);
    destroy(&list);
    return erased;
}

// paths: 196
