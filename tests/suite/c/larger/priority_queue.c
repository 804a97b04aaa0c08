// A binary heap of structures with a comparison function, used for shortest ways through a grid and for sorting.
#include <stdio.h>
#include <stdlib.h>

struct item {
    int cost;
    short row, column;
};

struct queue {
    struct item *items;
    int used, room;
    int (*before)(const struct item *, const struct item *);
};

static int cheaper(const struct item *a, const struct item *b) {
    return a->cost != b->cost ? a->cost < b->cost : a->row * 100 + a->column < b->row * 100 + b->column;
}

static void push(struct queue *q, struct item item) {
    if (q->used == q->room) {
        q->room = q->room ? 2 * q->room : 4;
        q->items = realloc(q->items, (size_t)q->room * sizeof *q->items);
    }
    int at = q->used++;
    for (; at > 0 && q->before(&item, &q->items[(at - 1) / 2]); at = (at - 1) / 2) {
        q->items[at] = q->items[(at - 1) / 2];
    }
    q->items[at] = item;
}

static struct item pop(struct queue *q) {
    struct item top = q->items[0], last = q->items[--q->used];
    int at = 0;
    for (int child; (child = 2 * at + 1) < q->used; at = child) {
        if (child + 1 < q->used && q->before(&q->items[child + 1], &q->items[child])) {
            child++;
        }
        if (!q->before(&q->items[child], &last)) {
            break;
        }
        q->items[at] = q->items[child];
    }
    q->items[at] = last;
    return top;
}

static const char *const grid[] = {
    "1163751742", "1381373672", "2136511328", "3694931569", "7463417111",
    "1319128137", "1359912421", "3125421639", "1293138521", "2311944581",
};

int main(void) {
    struct queue q = {NULL, 0, 0, cheaper};
    int best[10][10], pops = 0;
    for (int i = 0; i < 100; i++) {
        best[i / 10][i % 10] = 1000;
    }
    push(&q, (struct item){0, 0, 0});
    best[0][0] = 0;
    while (q.used > 0) {
        struct item now = pop(&q);
        pops++;
        static const signed char steps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
        for (int i = 0; i < 4; i++) {
            int row = now.row + steps[i][0], column = now.column + steps[i][1];
            if (row < 0 || row > 9 || column < 0 || column > 9) {
                continue;
            }
            int cost = now.cost + grid[row][column] - '0';
            if (cost < best[row][column]) {
                best[row][column] = cost;
                push(&q, (struct item){cost, (short)row, (short)column});
            }
        }
    }
    printf("%d %d %d\n", best[9][9], pops, q.room);
    for (int i = 0; i < 20; i++) {
        push(&q, (struct item){i * 7 % 20, 0, (short)i});
    }
    while (q.used > 0) {
        printf("%d ", pop(&q).cost);
    }
    printf("\n");
    free(q.items);
    return 0;
}
// paths: 1
