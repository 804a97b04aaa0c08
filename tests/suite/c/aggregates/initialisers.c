// Designated initialisers, overrides, ranges, nested braces left out, strings as arrays, and what is left out is zero.
// cflags: -Wno-initializer-overrides -Wno-override-init -Wno-missing-braces -Wno-missing-field-initializers
#include <stdio.h>

struct pair {
    int a, b;
};

struct all {
    int n;
    struct pair p[3];
    char text[8];
    const char *s;
};

static int sparse[10] = {[7] = 70, 80, [2] = 20, [7] = 71};
static int ranged[8] = {[0 ... 2] = 5, [3 ... 5] = 6};
static char letters[] = {'x', [4] = 'y'};

int main(void) {
    for (int i = 0; i < 10; i++) {
        printf("%d ", sparse[i]);
    }
    for (int i = 0; i < 8; i++) {
        printf("%d ", ranged[i]);
    }
    printf("%zu %d\n", sizeof letters, letters[1]);
    struct all flat = {1, 2, 3, 4, 5, 6, 7, "flat", "s"};
    struct all mixed = {.p[1].b = 9, .p[2] = {.b = 8}, .text = "abcdefgh", .n = -1};
    struct all *both[] = {&flat, &mixed};
    for (int i = 0; i < 2; i++) {
        struct all *x = both[i];
        printf("%d %d %d %d %d %d %d %.8s %s\n", x->n, x->p[0].a, x->p[0].b, x->p[1].a, x->p[1].b, x->p[2].a, x->p[2].b,
               x->text, x->s != NULL ? x->s : "null");
    }
    int size = 3;
    struct pair dynamic[] = {{size, size * 2}, {.b = size + 1}, [3] = {size - 10, size}};
    printf("%zu %d %d %d\n", sizeof dynamic / sizeof dynamic[0], dynamic[0].b, dynamic[1].b, dynamic[3].a);
    char exact[3] = "abc";
    char longer[6] = "abc";
    printf("%.3s %d %d\n", exact, longer[3], longer[5]);
    int grid[][3] = {{1}, {2, 3}, {4, 5, 6}};
    printf("%zu %d %d\n", sizeof grid / sizeof grid[0], grid[0][2], grid[2][1]);
    return 0;
}
// paths: 1
