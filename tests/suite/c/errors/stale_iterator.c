// A vector grows while a pointer into it is kept; only the second growth moves it for good.
#include <pleach.h>
#include <stdlib.h>

struct vector {
    int *items;
    size_t count, room;
};

static void push(struct vector *v, int item) {
    if (v->count == v->room) {
        v->room = v->room ? 2 * v->room : 2;
        int *moved = malloc(v->room * sizeof *moved);
        for (size_t i = 0; i < v->count; i++) {
            moved[i] = v->items[i];
        }
        free(v->items);
        v->items = moved;
    }
    v->items[v->count++] = item;
}

int main(void) {
    struct vector v = {NULL, 0, 0};
    push(&v, 1);
    int *first = &v.items[0];
    int more = pleach_range(0, 3, "more");
    for (int i = 0; i < more; i++) {
        push(&v, i);
    }
    int got = *first; //~ error: use-after-free
    free(v.items);
    return got;
}

// paths: 3
// errors: 1
