// Matrices of small dimensions on the heap: multiplication, transposition, the inverse over numbers modulo a prime, and
// a power by squaring. Planted: dimensions are compared the wrong way round before a multiplication, the pivot of an
// elimination is not looked for below a zero, and the matrix that a power starts from is freed with its result.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PRIME = 5 };

struct matrix {
    int rows, columns;
    int *cells;
};

static struct matrix *matrix_new(int rows, int columns) {
    struct matrix *m = malloc(sizeof *m);
    if (m == NULL) {
        abort();
    }
    m->rows = rows;
    m->columns = columns;
    m->cells = calloc((size_t)(rows * columns), sizeof *m->cells);
    if (m->cells == NULL) {
        abort();
    }
    return m;
}

static void matrix_free(struct matrix *m) {
    if (m != NULL) {
        free(m->cells); //~ error: use-after-free
        free(m);
    }
}

static int *cell(const struct matrix *m, int row, int column) {
    return &m->cells[row * m->columns + column];
}

static struct matrix *identity(int size) {
    struct matrix *m = matrix_new(size, size);
    for (int i = 0; i < size; i++) {
        *cell(m, i, i) = 1;
    }
    return m;
}

/* The product, or null if the dimensions do not fit. */
static struct matrix *multiply(const struct matrix *a, const struct matrix *b) {
#ifndef MENDED
    if (a->rows != b->columns) {
#else
    if (a->columns != b->rows) {
#endif
        return NULL;
    }
    struct matrix *product = matrix_new(a->rows, b->columns);
    for (int i = 0; i < a->rows; i++) {
        for (int k = 0; k < b->columns; k++) {
            int sum = 0;
            for (int j = 0; j < a->columns; j++) {
                sum += *cell(a, i, j) * *cell(b, j, k); //~ error: out-of-bounds
            }
            *cell(product, i, k) = sum % PRIME;
        }
    }
    return product;
}

static struct matrix *transpose(const struct matrix *a) {
    struct matrix *t = matrix_new(a->columns, a->rows);
    for (int i = 0; i < a->rows; i++) {
        for (int k = 0; k < a->columns; k++) {
            *cell(t, k, i) = *cell(a, i, k);
        }
    }
    return t;
}

/* The power of a square matrix; the caller owns the result and the matrix. */
static struct matrix *power(struct matrix *base, unsigned exponent) {
#ifndef MENDED
    struct matrix *result = exponent & 1 ? base : identity(base->rows);
#else
    struct matrix *result = identity(base->rows);
    if (exponent & 1) {
        memcpy(result->cells, base->cells, (size_t)(base->rows * base->columns) * sizeof *base->cells);
    }
#endif
    struct matrix *square = multiply(base, base);
    while (exponent >>= 1) {
        struct matrix *next;
        if (exponent & 1) {
            next = multiply(result, square);
            matrix_free(result);
            result = next;
        }
        next = multiply(square, square);
        matrix_free(square);
        square = next;
    }
    matrix_free(square);
    return result;
}

/* The inverse of a digit modulo the prime, 0 for 0. */
static int inverse_of(int digit) {
    static const int inverses[PRIME] = {0, 1, 3, 2, 4};
    return inverses[digit];
}

/* The inverse of two rows and columns by elimination; null if there is none. */
static struct matrix *invert(const struct matrix *m) {
    struct matrix *left = matrix_new(2, 2), *right = identity(2);
    memcpy(left->cells, m->cells, 4 * sizeof *m->cells);
    for (int i = 0; i < 2; i++) {
        int pivot = i;
#ifdef MENDED
        while (pivot < 2 && *cell(left, pivot, i) == 0) {
            pivot++;
        }
        if (pivot == 2) {
            matrix_free(left);
            matrix_free(right);
            return NULL;
        }
#endif
        for (int k = 0; k < 2; k++) {
            int kept = *cell(left, i, k);
            *cell(left, i, k) = *cell(left, pivot, k);
            *cell(left, pivot, k) = kept;
            kept = *cell(right, i, k);
            *cell(right, i, k) = *cell(right, pivot, k);
            *cell(right, pivot, k) = kept;
        }
        int scale = inverse_of(*cell(left, i, i));
        for (int k = 0; k < 2; k++) {
            *cell(left, i, k) = *cell(left, i, k) * scale % PRIME;
            *cell(right, i, k) = *cell(right, i, k) * scale % PRIME;
        }
        int factor = PRIME - *cell(left, 1 - i, i);
        for (int k = 0; k < 2; k++) {
            *cell(left, 1 - i, k) = (*cell(left, 1 - i, k) + factor * *cell(left, i, k)) % PRIME;
            *cell(right, 1 - i, k) = (*cell(right, 1 - i, k) + factor * *cell(right, i, k)) % PRIME;
        }
    }
    matrix_free(left);
    return right;
}

static int is_identity(const struct matrix *m) {
    for (int i = 0; i < m->rows; i++) {
        for (int k = 0; k < m->columns; k++) {
            if (*cell(m, i, k) != (i == k)) {
                return 0;
            }
        }
    }
    return 1;
}

/* A digit that is one of few, as a value that is known. */
static int digit_of(unsigned char byte, int limit) {
    for (int i = 0; i < limit; i++) {
        if (byte == i) {
            return i;
        }
    }
    return 1;
}

int main(void) {
    struct {
        unsigned char cells[3];
        unsigned char rows;
        unsigned char exponent;
    } in;
    klee_make_symbolic(&in, sizeof in, "in");

    /* Two rows and columns: their inverse, if there is one. */
    struct matrix *m = matrix_new(2, 2);
    for (int i = 0; i < 3; i++) {
        m->cells[i] = digit_of(in.cells[i], 3);
    }
    m->cells[3] = 2;
    struct matrix *inverse = invert(m);
    int result = 0;
    if (inverse != NULL) {
        struct matrix *product = multiply(m, inverse);
        assert(is_identity(product)); //~ error: assert
        matrix_free(product);
        matrix_free(inverse);
        result = 1;
    }
    /* One that is not square, and what it can be multiplied with, is tried for one inverse only. */
    if (in.cells[0] == 2 && in.cells[1] == 1 && in.cells[2] == 0) {
        struct matrix *wide = matrix_new(digit_of(in.rows, 4) + 1, 2), *t = transpose(wide);
        struct matrix *product = multiply(t, m);
        if (product != NULL) {
            result += product->rows == t->rows;
            matrix_free(product);
        }
        matrix_free(wide);
        matrix_free(t);
        struct matrix *raised = power(m, (unsigned)digit_of(in.exponent, 6));
        matrix_free(raised);
    }
    matrix_free(m);
    return result;
}

// paths: 86
