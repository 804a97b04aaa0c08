// What a global variable points to, through other objects and into the middle of one, is no leak.
// run: --check-leaks
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    char *name;
};

static struct node *list;
static char *middle;
static void *table[3];

int main(void) {
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        node->name = strdup("name");
        list = node;
    }
    middle = (char *)malloc(100) + 50;
    table[2] = calloc(1, 8);
    return 0;
}

// paths: 1
