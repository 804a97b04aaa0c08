// A field of a null struct lies a few bytes past null: still the null page.
#include <pleach.h>
#include <stddef.h>

struct node {
    long key;
    int count;
};

int main(void) {
    struct node local = {1, 2};
    struct node *node = pleach_int("x") > 0 ? &local : NULL;
    node->count = 3; //~ error: null
    return local.count;
}

// paths: 2
// errors: 1
