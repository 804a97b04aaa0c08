// Initial values that are addresses: of elements, fields, functions, strings, each other, and with offsets.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct node {
    const char *name;
    struct node *next;
    int *value;
    int (*twice)(int);
    short cells[3];
};

static int twice(int n) { return 2 * n; }
static int thrice(int n) { return 3 * n; }

extern struct node first;
static int values[4] = {10, 20, 30, 40};
static struct node second = {"second", &first, &values[2], thrice, {4, 5, 6}};
struct node first = {"first", &second, values + 1, &twice, {1, 2, 3}};

static short *cell = &second.cells[1];
static short *behind = &first.cells[3] - 2;
static int *last = &values[sizeof values / sizeof values[0] - 1];
static int **indirect = &last;
static const char *tail = &"skip this"[5];
static void *self = &self;
static char *bytes = (char *)&second + offsetof(struct node, cells) + 2;
static intptr_t number = (intptr_t)&values[3];
static uintptr_t shifted = (uintptr_t)&values + 8;
static int *none = NULL, *also_none = 0;
static void *small = (void *)16;

int main(void) {
    struct node *n = &first;
    for (int i = 0; i < 3; i++, n = n->next) {
        printf("%s %d %d %d\n", n->name, *n->value, n->twice(5), n->cells[i]);
    }
    printf("%d %d %d %d %s %d\n", *cell, *behind, *last, **indirect, tail, self == &self);
    printf("%d %d %d\n", *bytes, *(int *)number, *(int *)shifted);
    printf("%d %d %d\n", none == also_none, small != NULL, (int)(intptr_t)small);
    *first.value = 21;
    first.next->value = first.value;
    printf("%d %d\n", values[1], *second.value);
    return 0;
}
// paths: 1
