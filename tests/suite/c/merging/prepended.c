// Either branch puts a node in front of a list, one of another size.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct large {
    struct node head;
    int more[4];
};

static struct node *prepend(struct node *list, size_t size, int value) {
    struct node *node = malloc(size);
    node->next = list;
    node->value = value;
    return node;
}

int main(void) {
    signed char bytes[3];
    pleach_symbolic(bytes, sizeof bytes, "bytes");
    struct node *list = 0;
    for (int i = 0; i < 3; i++) {
        pleach_merge_begin();
        if (bytes[i] < 0)
            list = prepend(list, sizeof(struct node), -1);
        else
            list = prepend(list, sizeof(struct large), 1);
        pleach_merge_end();
    }
    int sum = 0, count = 0;
    while (list) {
        struct node *next = list->next;
        sum += list->value;
        count++;
        free(list);
        list = next;
    }
    assert(count == 3);
    assert(sum != -3); //~ error: assert
    return 0;
}
// paths: any
