// Row and column are checked in the wrong order: column 4 of the last row is outside.
#include <pleach.h>

int main(void) {
    unsigned char grid[3][4] = {{0}};
    int row = pleach_range(0, 3, "row");
    int column = pleach_range(0, 5, "column");
    unsigned char *cell = &grid[0][0] + row * 4 + column;
    *cell = 7; //~ error: out-of-bounds
    return *cell != 7;
}

// paths: 2
// errors: 1
