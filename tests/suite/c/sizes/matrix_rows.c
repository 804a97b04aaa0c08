// A matrix of a symbolic number of rows in one object: each row has its own cells.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    unsigned rows = pleach_range(1, 8, "rows");
    unsigned r = pleach_range(0, 8, "r");
    unsigned c = pleach_range(0, 3, "c");
    int(*m)[3] = calloc(rows, sizeof *m);
    assert(m != NULL);
    m[rows - 1][2] = 4;
    pleach_assume(r < rows);
    assert(m[r][c] == (r == rows - 1 && c == 2 ? 4 : 0));
    m[r][c] = 6;
    assert(((int *)m)[3 * r + c] == 6);
    m[rows - 1][c + 1] = 1; //~ error: out-of-bounds
    assert(c < 2);
    free(m);
    return 0;
}

// paths: 4
// errors: 2
