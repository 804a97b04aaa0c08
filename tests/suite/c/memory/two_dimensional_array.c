// Row and column are both symbolic.
#include <assert.h>
#include <pleach.h>

int main(void) {
    int grid[4][5];
    for (int r = 0; r < 4; r++) {
        for (int c = 0; c < 5; c++) {
            grid[r][c] = 10 * r + c;
        }
    }
    int r = pleach_range(0, 4, "r");
    int c = pleach_range(0, 5, "c");
    assert(grid[r][c] == 10 * r + c);
    grid[r][c] = -1;
    if (grid[2][3] == -1) {
        assert(r == 2 && c == 3);
        return 1;
    }
    return 0;
}

// paths: 2
