// Two levels: a pointer to a pointer, both chosen by inputs.
#include <assert.h>
#include <pleach.h>

int main(void) {
    int x = 1, y = 2;
    int *first[2] = {&x, &y};
    int *second[2] = {&y, &x};
    int **rows[2] = {first, second};
    int r = pleach_range(0, 2, "r");
    int c = pleach_range(0, 2, "c");
    int got = *rows[r][c];
    assert(got == ((r ^ c) ? 2 : 1));
    return got;
}

// The row is an object, and so is the target: two of each.
// paths: 1
