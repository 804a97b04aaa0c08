// A list whose last link was forgotten, and one in order.
// run: --uninitialized error
#include <pleach.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    if (head) {
        node->next = head;
    }
    return node;
}

int main(void) {
    struct node end = {0, NULL};
    struct node *list = push(pleach_range(0, 2, "ended") ? &end : NULL, 2);
    list = push(list, 1);
    int sum = 0;
    for (struct node *node = list; node; node = node->next) { //~ error: uninitialized
        sum += node->value;
    }
    return sum;
}

// paths: 2
// errors: 1
