// The same node is linked twice.
#include <pleach.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    b->next = pleach_range(0, 2, "cycle") ? a : NULL;
    struct node *at = a;
    for (int i = 0; i < 3 && at != NULL; i++) {
        struct node *next = at->next; //~ error: use-after-free
        free(at);
        at = next;
    }
    return 0;
}

// paths: 2
// errors: 1
