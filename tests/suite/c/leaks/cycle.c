// Two objects that point to each other, and nobody else to them.
// run: --check-leaks
#include <stdlib.h>

struct node {
    struct node *other;
};

int main(void) {
    struct node *a = malloc(sizeof *a); //~ error: leak
    struct node *b = malloc(sizeof *b); //~ error: leak
    a->other = b;
    b->other = a;
    return 0;
}

// paths: any
