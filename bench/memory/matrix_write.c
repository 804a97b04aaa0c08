// A matrix of rows is written and read at symbolic places.
#include <pleach.h>
#include <stdlib.h>

#define ROWS 6
#define COLUMNS 32

int main(void) {
    int **rows = malloc(ROWS * sizeof *rows);
    for (unsigned i = 0; i < ROWS; i++)
        rows[i] = calloc(COLUMNS, sizeof **rows);
    int total = 0;
    for (int k = 1; k <= 3; k++) {
        unsigned i = pleach_range(0, ROWS, "row"), j = pleach_range(0, COLUMNS, "column");
        if (rows[i][j] == 0)
            rows[i][j] = k;
        total += rows[i][j];
    }
    pleach_assert(total >= 3 && total <= 6);
    return total;
}
