// Addresses in line are read through several pointers.
#include <pleach.h>
#include <stdlib.h>
struct node { struct node *other; int value; };
int main(void) {
    struct node *nodes[8];
    for (int i = 0; i < 8; i++) nodes[i] = calloc(1, sizeof **nodes);
    for (int i = 0; i < 8; i++) { nodes[i]->other = nodes[7 - i]; nodes[i]->value = i * i % 5; }
    unsigned i = pleach_range(0, 8, "i");
    struct node *at = nodes[i]->other;
    if (at->value == 4) return 1;
    pleach_assert(at->other == nodes[i]);
    return at->other->value;
}

// paths: 2
