// Structures in structures and arrays, read and written through every sort of access path.
// cflags: -Wno-missing-field-initializers
#include <stdio.h>

struct point {
    short x, y;
};

struct shape {
    char name[6];
    struct point corners[4];
    struct {
        int width;
        struct {
            unsigned char red, green, blue;
        } colour;
    } pen;
    struct shape *inner;
};

int main(void) {
    struct shape small = {"small", {{1, 2}, {3, 4}}, {1, {9, 8, 7}}, NULL};
    struct shape shapes[2] = {
        {.name = "outer", .corners[3] = {-1, -2}, .pen.colour.green = 255, .inner = &small},
        {.name = {'a', 'b'}, .pen = {.width = 5}},
    };
    shapes[1].inner = &shapes[0];
    shapes[1].inner->inner->corners[2] = shapes[0].corners[3];
    shapes[1].inner->inner->pen.colour = shapes[0].pen.colour;
    struct shape *p = shapes;
    (p + 1)->corners[0].x = (short)(p->corners[3].y * 100);
    struct point *corner = &p[1].corners[1];
    *corner = (corner - 1)[0];
    corner->y--;
    for (struct shape *s = &shapes[1]; s != NULL; s = s->inner) {
        printf("%s %d %d,%d,%d", s->name, s->pen.width, s->pen.colour.red, s->pen.colour.green, s->pen.colour.blue);
        for (int i = 0; i < 4; i++) {
            printf(" %d:%d", s->corners[i].x, s->corners[i].y);
        }
        printf("\n");
    }
    printf("%zu %zu\n", sizeof(struct shape), sizeof shapes);
    return 0;
}
// paths: 1
