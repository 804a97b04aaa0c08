// A matrix class with proxies, value semantics, exceptions for wrong sizes.
#include <cstdio>
#include <cstring>

class Matrix {
    int rows, columns;
    long *cells;

public:
    struct WrongSize {
        int wanted, found;
    };
    class Row {
        long *cells;
        int columns;

    public:
        Row(long *c, int n) : cells(c), columns(n) {}
        long &operator[](int column) const {
            if (column < 0 || column >= columns)
                throw WrongSize{columns, column};
            return cells[column];
        }
    };
    Matrix(int r, int c) : rows(r), columns(c), cells(new long[r * c]()) {}
    Matrix(const Matrix &o) : Matrix(o.rows, o.columns) { memcpy(cells, o.cells, sizeof(long) * rows * columns); }
    Matrix &operator=(Matrix o) {
        long *mine = cells;
        cells = o.cells;
        o.cells = mine;
        rows = o.rows;
        columns = o.columns;
        return *this;
    }
    ~Matrix() { delete[] cells; }
    Row operator[](int row) const { return Row(cells + row * columns, columns); }
    static Matrix identity(int n) {
        Matrix m(n, n);
        for (int i = 0; i < n; i++)
            m[i][i] = 1;
        return m;
    }
    friend Matrix operator*(const Matrix &a, const Matrix &b) {
        if (a.columns != b.rows)
            throw WrongSize{a.columns, b.rows};
        Matrix product(a.rows, b.columns);
        for (int i = 0; i < a.rows; i++)
            for (int j = 0; j < b.columns; j++)
                for (int k = 0; k < a.columns; k++)
                    product[i][j] += a[i][k] * b[k][j];
        return product;
    }
};

static Matrix power(Matrix base, unsigned exponent) {
    Matrix result = Matrix::identity(2);
    for (; exponent; exponent /= 2) {
        if (exponent % 2)
            result = result * base;
        base = base * base;
    }
    return result;
}

int main() {
    Matrix step(2, 2);
    step[0][0] = step[0][1] = step[1][0] = 1;
    printf("%ld %ld\n", power(step, 10)[0][1], power(step, 60)[0][1]);
    try {
        step * Matrix(3, 1);
    } catch (const Matrix::WrongSize &error) {
        printf("%d %d\n", error.wanted, error.found);
    }
    try {
        step[1][2] = 5;
    } catch (Matrix::WrongSize error) {
        printf("%d %d\n", error.wanted, error.found);
    }
    return 0;
}

// paths: 1
