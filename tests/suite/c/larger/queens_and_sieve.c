// N queens by bits and by arrays, the sieve of Eratosthenes, and a knight's tour on a small board.
#include <stdio.h>

static int by_bits(unsigned all, unsigned columns, unsigned left, unsigned right) {
    int count = columns == all;
    for (unsigned free = all & ~(columns | left | right); free != 0;) {
        unsigned bit = free & -free;
        free ^= bit;
        count += by_bits(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

static int by_arrays(int n, int row, int *queens) {
    if (row == n) {
        return 1;
    }
    int count = 0;
    for (int column = 0; column < n; column++) {
        int fits = 1;
        for (int r = 0; r < row && fits; r++) {
            int distance = queens[r] - column;
            fits = distance != 0 && distance != row - r && distance != r - row;
        }
        if (fits) {
            queens[row] = column;
            count += by_arrays(n, row + 1, queens);
        }
    }
    return count;
}

static int board[5][5];

static int tour(int row, int column, int step) {
    static const signed char moves[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    if (row < 0 || row > 4 || column < 0 || column > 4 || board[row][column] != 0) {
        return 0;
    }
    board[row][column] = step;
    if (step == 25) {
        return 1;
    }
    for (int i = 0; i < 8; i++) {
        if (tour(row + moves[i][0], column + moves[i][1], step + 1)) {
            return 1;
        }
    }
    board[row][column] = 0;
    return 0;
}

int main(void) {
    int queens[8];
    for (int n = 1; n <= 6; n++) {
        printf("%d %d, ", by_bits((1u << n) - 1, 0, 0, 0), by_arrays(n, 0, queens));
    }
    printf("%d\n", by_bits(255, 0, 0, 0));
    static char composite[5000];
    int primes = 0, last = 0;
    for (int i = 2; i < 5000; i++) {
        if (!composite[i]) {
            primes++, last = i;
            for (int j = i * i; j < 5000; j += i) {
                composite[j] = 1;
            }
        }
    }
    printf("%d %d\n", primes, last);
    printf("%d\n", tour(0, 0, 1));
    for (int i = 0; i < 5; i++) {
        printf("%2d %2d %2d %2d %2d\n", board[i][0], board[i][1], board[i][2], board[i][3], board[i][4]);
    }
    return 0;
}
// paths: 1
