// Arrays of several dimensions, pointers to arrays, arrays of pointers, arrays as parameters, and their sizes.
#include <stdio.h>

static int grid[3][4];
static short cube[2][3][4];

static int row_sum(int row[4]) {
    return row[0] + row[1] + row[2] + row[3];
}

static int column_sum(int (*rows)[4], int count, int column) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += rows[i][column];
    }
    return sum;
}

static int (*pick(int which))[4] {
    return &grid[which];
}

int main(void) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            grid[i][j] = 10 * i + j;
        }
    }
    printf("%d %d\n", row_sum(grid[1]), column_sum(grid, 3, 2));
    int *flat = &grid[0][0];
    printf("%d %d\n", *(*(grid + 2) + 1), flat[5]);
    int(*p)[4] = pick(1);
    (*p)[3] = 99;
    p++;
    printf("%d %d\n", grid[1][3], (*p)[0]);
    for (int n = 0; n < 24; n++) {
        cube[n / 12][n / 4 % 3][n % 4] = (short)(n * n);
    }
    printf("%d %d %d\n", cube[1][2][3], cube[1][0][0], *(**cube + 3));
    printf("%zu %zu %zu %zu\n", sizeof cube, sizeof cube[0], sizeof cube[0][0], sizeof cube[0][0][0] + sizeof p);
    const char *words[] = {"alpha", "beta", "gamma"};
    const char *(*wp)[3] = &words;
    const char **first = words + 1;
    printf("%s %c %s\n", (*wp)[2], *(*first + 1), first[-1]);
    char text[2][6] = {"hello", "world"};
    text[0][4] = 'p';
    printf("%s %s %td\n", text[0], &text[1][1], text[1] - text[0]);
    return 0;
}
// paths: 1
