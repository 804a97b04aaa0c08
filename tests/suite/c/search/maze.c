// The way through a maze of four moves.
#include <assert.h>
#include <pleach.h>

static const char maze[4][6] = {
    "#####",
    "#.#E#",
    "#...#",
    "#####",
};

int main(void) {
    char moves[4];
    pleach_symbolic(moves, sizeof moves, "moves");
    int row = 1, column = 1;
    for (int i = 0; i < 4; i++) {
        switch (moves[i]) {
        case 'u':
            row--;
            break;
        case 'd':
            row++;
            break;
        case 'l':
            column--;
            break;
        case 'r':
            column++;
            break;
        default:
            return 1;
        }
        if (maze[row][column] == '#') {
            return 2;
        }
        if (maze[row][column] == 'E') {
            assert(i != 3); //~ error: assert
            return 3; //~ dead
        }
    }
    return 4; //~ reach
}

// Moves into walls and no moves at all: 4 at the start, then 3, then 7, then 9; of the six walks of four moves that are
// left, one ends at the exit.
// paths: 29
// errors: 1
