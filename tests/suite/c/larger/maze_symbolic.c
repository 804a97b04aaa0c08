// A maze whose ways are the paths: five moves, walls that end the game, and four ways to the goal.
#include <pleach.h>
#include <stdio.h>

static const char *const maze[] = {
    "#####",
    "#.#.#",
    "#..!#",
    "#.#.#",
    "#...#",
    "#####",
};

int main(void) {
    char moves[5];
    pleach_symbolic(moves, sizeof moves, "moves");
    int row = 1, column = 1;
    for (int i = 0; i < 5; i++) {
        switch (moves[i]) {
        case 'w':
            row--;
            break;
        case 's':
            row++;
            break;
        case 'a':
            column--;
            break;
        case 'd':
            column++;
            break;
        default:
            printf("no move\n");
            return 1;
        }
        if (maze[row][column] == '#') {
            printf("wall\n");
            return 2;
        }
        if (maze[row][column] == '!') {
            pleach_assert(0 && "the goal"); //~ error: assert
        }
    }
    printf("lost\n");
    return 3;
}
// paths: 81
// errors: 4
