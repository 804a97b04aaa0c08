// Large structures by value: the callee works on a copy, results go through hidden pointers, arguments can be nested calls.
#include <stdio.h>
#include <string.h>

struct matrix {
    int cell[3][3];
};

struct record {
    char name[20];
    struct matrix m;
    long tail;
};

static struct matrix multiply(struct matrix a, struct matrix b) {
    struct matrix c = {0};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            for (int k = 0; k < 3; k++) {
                c.cell[i][j] += a.cell[i][k] * b.cell[k][j];
            }
        }
    }
    return c;
}

static struct matrix power(struct matrix m, unsigned n) {
    if (n == 1) {
        return m;
    }
    struct matrix half = power(m, n / 2);
    return n % 2 == 0 ? multiply(half, half) : multiply(multiply(half, half), m);
}

static struct record rename_record(struct record r, const char *name, int first, char last) {
    strcpy(r.name, name);
    r.m.cell[0][0] = first;
    r.tail = last;
    return r;
}

static long sum(int before, struct record r, long between, struct matrix m, char after) {
    r.tail += before;
    return r.tail + between + m.cell[2][2] + r.m.cell[1][1] + after;
}

int main(void) {
    struct matrix fibonacci = {{{1, 1, 0}, {1, 0, 0}, {0, 0, 1}}};
    struct matrix p = power(fibonacci, 30);
    printf("%d %d %d\n", p.cell[0][1], p.cell[1][1], fibonacci.cell[0][1]);
    struct record a = {"first", p, 5};
    struct record b = rename_record(a, "second", 77, 'z');
    printf("%s %d %ld / %s %d %ld\n", a.name, a.m.cell[0][0], a.tail, b.name, b.m.cell[0][0], b.tail);
    printf("%ld %ld\n", sum(1000, b, 2000, multiply(p, fibonacci), 1), b.tail);
    a = b;
    b.name[0] = 'X';
    printf("%s %s %d\n", a.name, b.name, memcmp(&a.m, &b.m, sizeof a.m));
    printf("%d\n", rename_record(a, "x", -8, 0).m.cell[0][0]);
    return 0;
}
// paths: 1
