// Function pointers: tables, callbacks, in structures, returned, compared, cast there and back.
#include <stdio.h>

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static const operation table[] = {add, sub, &mul, NULL};

static operation choose(char symbol) {
    switch (symbol) {
    case '+':
        return add;
    case '-':
        return &sub;
    case '*':
        return *mul;
    }
    return NULL;
}

static int (*chooser(int which))(int, int) {
    return table[which];
}

struct shape {
    const struct methods {
        const char *name;
        int (*area)(const struct shape *);
        void (*grow)(struct shape *, int);
    } * methods;
    int a, b;
};

static int square_area(const struct shape *s) { return s->a * s->a; }
static int rectangle_area(const struct shape *s) { return s->a * s->b; }
static void grow_one(struct shape *s, int by) { s->a += by; }
static void grow_both(struct shape *s, int by) { s->a += by, s->b += by; }

static const struct methods square = {"square", square_area, grow_one};
static const struct methods rectangle = {"rectangle", rectangle_area, grow_both};

static void each(struct shape *shapes, int count, void (*visit)(struct shape *, void *), void *context) {
    while (count-- > 0) {
        visit(shapes++, context);
    }
}

static void add_area(struct shape *s, void *context) {
    s->methods->grow(s, 1);
    printf("%s %d\n", s->methods->name, s->methods->area(s));
    *(int *)context += s->methods->area(s);
}

int main(void) {
    for (int i = 0; table[i] != NULL; i++) {
        printf("%d %d\n", table[i](9, 4), (*table[i])(1, 2));
    }
    printf("%d %d %d\n", choose('+')(1, 1), chooser(2)(5, 5), choose('?') == NULL);
    printf("%d %d\n", choose('-') == sub, choose('-') == add);
    struct shape shapes[] = {{&square, 3, 0}, {&rectangle, 2, 5}};
    int total = 0;
    each(shapes, 2, add_area, &total);
    void (*erased)(void) = (void (*)(void))mul;
    printf("%d %d\n", total, ((operation)erased)(6, 7));
    operation (*meta)(char) = choose;
    return meta('*')(3, 4);
}
// paths: 1
