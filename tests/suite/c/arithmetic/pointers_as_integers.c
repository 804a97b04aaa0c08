// Pointers survive a trip through integers, keep their distances and can carry tags in their low bits.
#include <stdint.h>
#include <stdio.h>

struct node {
    int value;
    uintptr_t tagged_next;
};

static struct node *next(const struct node *node) {
    return (struct node *)(node->tagged_next & ~(uintptr_t)7);
}

int main(void) {
    int array[8] = {10, 11, 12, 13, 14, 15, 16, 17};
    uintptr_t address = (uintptr_t)&array[2];
    int *p = (int *)(address + 3 * sizeof(int));
    printf("%d %d\n", *p, (int)(p - array));
    printf("%d %d\n", (int)((uintptr_t)&array[7] - (uintptr_t)&array[0]), (int)(address % sizeof(int)));
    _Alignas(16) struct node third = {3, 0}, second = {2, 0}, first = {1, 0};
    second.tagged_next = (uintptr_t)&third | 5;
    first.tagged_next = (uintptr_t)&second | 2;
    for (struct node *n = &first; n != NULL; n = next(n)) {
        printf("%d %d\n", n->value, (int)(n->tagged_next & 7));
    }
    uintptr_t mixed = (uintptr_t)&first ^ (uintptr_t)&third;
    struct node *back = (struct node *)(mixed ^ (uintptr_t)&third);
    printf("%d\n", back->value);
    char *bytes = (char *)array;
    printf("%d\n", *(int *)(bytes + 12));
    return (int)(intptr_t)(void *)42;
}
// paths: 1
