/* Evaluates sums, products and quotients of digits from standard input. Division by zero is asserted not to happen. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int next;

static void advance(void) {
    next = getchar();
}

static long factor(void) {
    if (next < '0' || next > '9')
        exit(1);
    long value = next - '0';
    advance();
    return value;
}

static long term(void) {
    long value = factor();
    while (next == '*' || next == '/') {
        int operator = next;
        advance();
        long other = factor();
        if (operator == '*') {
            value *= other;
        } else {
            assert(other != 0); //~ error: assert
            value /= other;
        }
    }
    return value;
}

int main(void) {
    advance();
    long value = term();
    while (next == '+') {
        advance();
        value += term();
    }
    if (next != EOF)
        return 2;
    printf("%ld\n", value);
    return 0;
}
// stdin: 3
