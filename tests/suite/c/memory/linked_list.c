// A list of n nodes is built, reversed and summed.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    int n = pleach_range(0, 4, "n");
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    struct node *reversed = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    int position = 0;
    while (reversed) {
        assert(reversed->value == position++);
        struct node *next = reversed->next;
        free(reversed);
        reversed = next;
    }
    return position;
}

// paths: 4
