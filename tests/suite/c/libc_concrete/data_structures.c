// What programs build from malloc: a list reversed, a tree, a hash table with chains, and a ring buffer that grows.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static int walk_and_free(struct node *tree, int depth) {
    if (tree == NULL) {
        return depth;
    }
    int left = walk_and_free(tree->left, depth + 1);
    printf("%d ", tree->key);
    int right = walk_and_free(tree->right, depth + 1);
    free(tree);
    return left > right ? left : right;
}

struct entry {
    struct entry *next;
    int count;
    char word[];
};

static struct entry *table[7];

static int count(const char *word) {
    unsigned hash = 5381;
    for (const char *p = word; *p != '\0'; p++) {
        hash = hash * 33 ^ (unsigned char)*p;
    }
    struct entry **slot = &table[hash % 7];
    for (; *slot != NULL; slot = &(*slot)->next) {
        if (strcmp((*slot)->word, word) == 0) {
            return ++(*slot)->count;
        }
    }
    *slot = malloc(sizeof **slot + strlen(word) + 1);
    (*slot)->next = NULL;
    (*slot)->count = 1;
    strcpy((*slot)->word, word);
    return 1;
}

struct ring {
    short *cells;
    unsigned room, head, used;
};

static void push(struct ring *r, short value) {
    if (r->used == r->room) {
        unsigned room = r->room == 0 ? 2 : 2 * r->room;
        short *cells = malloc(room * sizeof *cells);
        for (unsigned i = 0; i < r->used; i++) {
            cells[i] = r->cells[(r->head + i) % r->room];
        }
        free(r->cells);
        *r = (struct ring){cells, room, 0, r->used};
    }
    r->cells[(r->head + r->used++) % r->room] = value;
}

static short pop(struct ring *r) {
    short value = r->cells[r->head];
    r->head = (r->head + 1) % r->room;
    r->used--;
    return value;
}

int main(void) {
    struct node *tree = NULL;
    for (int i = 0, x = 1; i < 20; i++, x = x * 37 % 101) {
        tree = insert(tree, x);
    }
    printf("depth %d\n", walk_and_free(tree, 0));
    static const char *const words[] = {"the", "cat", "and", "the", "dog", "and", "the", "end"};
    for (int i = 0; i < 8; i++) {
        printf("%s%d ", words[i], count(words[i]));
    }
    for (int i = 0; i < 7; i++) {
        while (table[i] != NULL) {
            struct entry *next = table[i]->next;
            free(table[i]);
            table[i] = next;
        }
    }
    struct ring ring = {0};
    int sum = 0;
    for (short i = 0; i < 50; i++) {
        push(&ring, i);
        if (i % 3 == 2) {
            sum = sum * 3 % 1000 + pop(&ring);
        }
    }
    printf("%d %u %u\n", sum, ring.used, ring.room);
    printf("%d\n", pop(&ring));
    free(ring.cells);
    return 0;
}
// paths: 1
