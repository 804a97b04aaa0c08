// A walk on a grid, one step an input: the position after three steps decides.
#include <pleach.h>

int main(void) {
    const char *map[3] = {"..#", ".#.", "..X"};
    int row = 0, column = 0;
    for (int step = 0; step < 4; step++) {
        int down = pleach_range(0, 2, "down");
        row += down;
        column += !down;
        if (row > 2 || column > 2 || map[row][column] == '#') {
            return 1;
        }
    }
    return map[row][column] == 'X' ? 0 : 2;
}

// Down-right, right-down, right-right, a third step down and a fourth step down end early; one walk arrives.
// paths: 4
