// A matrix of rows is read at four symbolic places in turn.
#include <pleach.h>
#include <stdlib.h>

#define ROWS 6
#define COLUMNS 64

int main(void) {
    unsigned char **rows = malloc(ROWS * sizeof *rows);
    for (unsigned i = 0; i < ROWS; i++) {
        rows[i] = malloc(COLUMNS);
        for (unsigned j = 0; j < COLUMNS; j++)
            rows[i][j] = i * 7 + j;
    }
    unsigned sum = 0;
    for (int k = 0; k < 4; k++) {
        unsigned i = pleach_range(0, ROWS, "row"), j = pleach_range(0, COLUMNS, "column");
        sum += rows[i][j];
    }
    return sum == 4 * (7 * (ROWS - 1) + COLUMNS - 1);
}
