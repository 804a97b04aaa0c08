// Compound literals: as arguments, with addresses, as arrays, fresh in each round, and at file scope.
#include <stdio.h>

struct point {
    int x, y;
};

static const struct point *origin = &(const struct point){7, 8};
static int *table = (int[]){1, 2, 3, 4};

static int area(const struct point *p) {
    return p->x * p->y;
}

static int total(const int *numbers) {
    int sum = 0;
    while (*numbers != 0) {
        sum += *numbers++;
    }
    return sum;
}

static struct point mirror(struct point p) {
    return (struct point){.y = p.x, .x = p.y};
}

int main(void) {
    printf("%d %d\n", area(&(struct point){6, 7}), area(origin));
    printf("%d\n", total((int[]){10, 20, 30, 0}));
    printf("%d\n", mirror((struct point){1, 2}).x);
    int *p = (int[5]){[3] = 33};
    p[0] = p[3]++;
    printf("%d %d %d\n", p[0], p[3], p[4]);
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        struct point *q = &(struct point){i, 0};
        q->y += 10;
        sum += area(q);
    }
    table[1] += 40;
    printf("%d %d\n", sum, table[1]);
    struct point a = {1, 2};
    a = (struct point){a.y, a.x};
    printf("%d %d %c\n", a.x, a.y, (char[]){"text"}[2]);
    printf("%d\n", *&(int){5} + (int){6});
    return 0;
}
// paths: 1
