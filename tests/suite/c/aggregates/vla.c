// Arrays of variable length: in loops, of two dimensions, as parameters, with sizeof.
#include <stdio.h>
#include <string.h>

static int trace(int n, int matrix[n][n]) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += matrix[i][i];
    }
    return sum;
}

static long reversed(int n) {
    char digits[n + 1];
    snprintf(digits, sizeof digits, "%0*d", n, n * 37);
    long value = 0;
    for (int i = n - 1; i >= 0; i--) {
        value = value * 10 + digits[i] - '0';
    }
    return value;
}

static int recurse(int n) {
    if (n == 0) {
        return 0;
    }
    int local[n];
    for (int i = 0; i < n; i++) {
        local[i] = n + i;
    }
    int below = recurse(n - 1);
    return below + local[n - 1] + local[0];
}

int main(void) {
    for (int n = 1; n <= 5; n++) {
        int matrix[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                matrix[i][j] = n * i + j;
            }
        }
        printf("%d %zu %zu\n", trace(n, matrix), sizeof matrix, sizeof matrix[0]);
    }
    printf("%ld %d\n", reversed(6), recurse(10));
    int rows = 2, columns = 3;
    int(*p)[columns] = (int[2][3]){{1, 2, 3}, {4, 5, 6}};
    typedef int row_type[columns];
    columns = 7;
    row_type row;
    memcpy(row, p[rows - 1], sizeof row);
    printf("%d %d %zu\n", row[0], row[2], sizeof(row_type));
    return 0;
}
// paths: 1
