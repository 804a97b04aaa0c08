// Matrices of integers: product, determinant by fraction-free elimination, power modulo a prime, transposition.
#include <stdio.h>
#include <stdlib.h>

struct matrix {
    int rows, columns;
    long *cells;
};

static long *at(const struct matrix *m, int row, int column) {
    return &m->cells[row * m->columns + column];
}

static struct matrix make(int rows, int columns) {
    return (struct matrix){rows, columns, calloc((size_t)(rows * columns), sizeof(long))};
}

static struct matrix multiply(const struct matrix *a, const struct matrix *b, long modulus) {
    struct matrix c = make(a->rows, b->columns);
    for (int i = 0; i < a->rows; i++) {
        for (int j = 0; j < b->columns; j++) {
            for (int k = 0; k < a->columns; k++) {
                *at(&c, i, j) = (*at(&c, i, j) + *at(a, i, k) * *at(b, k, j)) % modulus;
            }
        }
    }
    return c;
}

static long determinant(const struct matrix *m) {
    int n = m->rows, sign = 1;
    long work[8][8], previous = 1;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            work[i][j] = *at(m, i, j);
        }
    }
    for (int k = 0; k < n - 1; k++) {
        int pivot = k;
        while (pivot < n && work[pivot][k] == 0) {
            pivot++;
        }
        if (pivot == n) {
            return 0;
        }
        if (pivot != k) {
            for (int j = 0; j < n; j++) {
                long t = work[k][j];
                work[k][j] = work[pivot][j], work[pivot][j] = t;
            }
            sign = -sign;
        }
        for (int i = k + 1; i < n; i++) {
            for (int j = k + 1; j < n; j++) {
                work[i][j] = (work[i][j] * work[k][k] - work[i][k] * work[k][j]) / previous;
            }
        }
        previous = work[k][k];
    }
    return sign * work[n - 1][n - 1];
}

int main(void) {
    for (int n = 2; n <= 6; n++) {
        struct matrix m = make(n, n), t = make(n, n);
        for (int i = 0; i < n * n; i++) {
            m.cells[i] = (i * 31 + 7) % 17 - 8;
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                *at(&t, j, i) = *at(&m, i, j);
            }
        }
        struct matrix p = multiply(&m, &t, 1000003);
        for (int i = 0; i < 5; i++) {
            struct matrix next = multiply(&p, &m, 1000003);
            free(p.cells);
            p = next;
        }
        printf("%ld %ld %ld\n", determinant(&m), determinant(&t), *at(&p, n - 1, 0));
        free(m.cells);
        free(t.cells);
        free(p.cells);
    }
    return 0;
}
// paths: 1
