// Objects of several kinds behind pointers, each with a table of its functions.
#include <pleach.h>
#include <stdlib.h>

struct shape;

struct kind {
    unsigned (*area)(const struct shape *);
    void (*grow)(struct shape *, unsigned);
};

struct shape {
    const struct kind *kind;
    unsigned width, height;
};

static unsigned square_area(const struct shape *s) { return s->width * s->width; }
static void square_grow(struct shape *s, unsigned by) { s->width += by; }
static unsigned box_area(const struct shape *s) { return s->width * s->height; }
static void box_grow(struct shape *s, unsigned by) { s->width += by, s->height += by; }
static unsigned point_area(const struct shape *s) { return 0; }
static void point_grow(struct shape *s, unsigned by) {}

static const struct kind kinds[] = {{square_area, square_grow}, {box_area, box_grow}, {point_area, point_grow}};

int main(void) {
    struct shape *shapes[9];
    for (unsigned i = 0; i < 9; i++) {
        shapes[i] = malloc(sizeof *shapes[i]);
        shapes[i]->kind = &kinds[i % 3];
        shapes[i]->width = i + 1;
        shapes[i]->height = i / 2 + 1;
    }
    for (int i = 0; i < 2; i++) {
        struct shape *shape = shapes[pleach_range(0, 9, "shape")];
        shape->kind->grow(shape, 1 + pleach_range(0, 3, "by"));
    }
    const struct shape *shape = shapes[pleach_range(0, 9, "looked at")];
    return shape->kind->area(shape) > 60;
}
