// Exact fractions of ints, kept in lowest terms with a positive denominator, and a little calculator on them. Planted:
// the sign of the least int is turned round, products are not checked for overflow, a division by the fraction zero
// makes a denominator of zero, and an operator that the calculator lets through is unknown to it.
// cflags: -fsanitize=undefined
#include <klee/klee.h>
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

struct fraction {
    int numerator;
    int denominator;
};

enum status { OK, BAD_OPERATOR, BY_ZERO, TOO_LARGE };

static int gcd(int a, int b) {
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Brings a fraction into lowest terms; its parts must not be INT_MIN. */
static struct fraction reduce(int numerator, int denominator) {
    if (denominator < 0) {
        numerator = -numerator;
        denominator = -denominator; //~ error: overflow
    }
    int divisor = gcd(numerator < 0 ? -numerator : numerator, denominator); //~ error: overflow
    return (struct fraction){numerator / divisor, denominator / divisor}; //~ error: div-by-zero
}

static int product(int a, int b, int *result) {
#ifndef MENDED
    *result = a * b; //~ error: overflow
    return 1;
#else
    return !__builtin_mul_overflow(a, b, result) && *result != INT_MIN;
#endif
}

static enum status add(struct fraction a, struct fraction b, struct fraction *result) {
    int left, right, sum, denominator;
    if (!product(a.numerator, b.denominator, &left) || !product(b.numerator, a.denominator, &right) ||
        !product(a.denominator, b.denominator, &denominator)) {
        return TOO_LARGE;
    }
    if (__builtin_add_overflow(left, right, &sum) || sum == INT_MIN) {
        return TOO_LARGE;
    }
    *result = reduce(sum, denominator);
    return OK;
}

static enum status multiply(struct fraction a, struct fraction b, struct fraction *result) {
    int numerator, denominator;
    if (!product(a.numerator, b.numerator, &numerator) || !product(a.denominator, b.denominator, &denominator)) {
        return TOO_LARGE;
    }
    *result = reduce(numerator, denominator);
    return OK;
}

static enum status divide(struct fraction a, struct fraction b, struct fraction *result) {
#ifdef MENDED
    if (b.numerator == 0) {
        return BY_ZERO;
    }
#endif
    return multiply(a, (struct fraction){b.denominator, b.numerator}, result);
}

static enum status calculate(char operator, struct fraction a, struct fraction b, struct fraction *result) {
#ifndef MENDED
    if (operator != '+' && operator != '-' && operator != '*' && operator != '/' && operator != ':') {
#else
    if (operator != '+' && operator != '-' && operator != '*' && operator != '/') {
#endif
        return BAD_OPERATOR;
    }
    switch (operator) {
    case '+':
        return add(a, b, result);
    case '-':
        return add(a, (struct fraction){-b.numerator, b.denominator}, result); //~ error: overflow
    case '*':
        return multiply(a, b, result);
    case '/':
        return divide(a, b, result);
    default:
        __builtin_unreachable(); //~ error: unreachable
    }
}

/* One of a few numbers where things happen. */
static int number_of(unsigned char which) {
    static const int numbers[] = {0, 6, -9, INT_MAX, INT_MIN};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (which == i) {
            return numbers[i];
        }
    }
    return 1;
}

int main(void) {
    struct {
        unsigned char numerator;
        char operator;
        unsigned char other;
    } in;
    klee_make_symbolic(&in, sizeof in, "in");
    struct fraction a = {number_of(in.numerator), 4}, b = {number_of(in.other), 3}, c = {0, 1};
#ifdef MENDED
    if (a.numerator == INT_MIN || b.numerator == INT_MIN) {
        return TOO_LARGE;
    }
#endif
    a = reduce(a.numerator, a.denominator);
    enum status status = calculate(in.operator, a, b, &c);
    if (status == OK) {
        assert(c.denominator > 0); //~ error: assert
    }
    return (int)status;
}

// paths: 186
