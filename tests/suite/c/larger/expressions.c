// An evaluator of arithmetic expressions: precedence climbing, parentheses, unary minus, errors by code.
#include <ctype.h>
#include <stdio.h>

enum { SYNTAX = 1, DIVISION, DEPTH };

struct parser {
    const char *at;
    int error, depth;
};

static long expression(struct parser *p, int least);

static long primary(struct parser *p) {
    while (*p->at == ' ') {
        p->at++;
    }
    if (*p->at == '(') {
        p->at++;
        if (++p->depth > 20) {
            p->error = DEPTH;
            return 0;
        }
        long inner = expression(p, 0);
        p->depth--;
        if (*p->at == ')') {
            p->at++;
            return inner;
        }
    } else if (*p->at == '-') {
        p->at++;
        return -primary(p);
    } else if (isdigit((unsigned char)*p->at)) {
        long n = 0;
        while (isdigit((unsigned char)*p->at)) {
            n = n * 10 + (*p->at++ - '0');
        }
        return n;
    }
    p->error = p->error ? p->error : SYNTAX;
    return 0;
}

static int precedence(char c) {
    switch (c) {
    case '+':
    case '-':
        return 1;
    case '*':
    case '/':
    case '%':
        return 2;
    case '^':
        return 3;
    }
    return -1;
}

static long apply(struct parser *p, char operator, long a, long b) {
    switch (operator) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '^': {
        long r = 1;
        while (b-- > 0) {
            r *= a;
        }
        return r;
    }
    }
    if (b == 0) {
        p->error = DIVISION;
        return 0;
    }
    return operator == '/' ? a / b : a % b;
}

static long expression(struct parser *p, int least) {
    long left = primary(p);
    while (!p->error) {
        while (*p->at == ' ') {
            p->at++;
        }
        char operator = *p->at;
        int level = precedence(operator);
        if (level < 0 || level < least) {
            break;
        }
        p->at++;
        left = apply(p, operator, left, expression(p, operator == '^' ? level : level + 1));
    }
    return left;
}

int main(void) {
    static const char *const texts[] = {"1+2*3", "(1+2)*3", "2^3^2", "10-4-3", "-5*-(2+3)", "100/7%5", "7/(3-3)", "1+", "(1",
                                        "((((((((((((((((((((((1))))))))))))))))))))))", " 12 * ( 3 + 4 ) - 5 ", "2)"};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct parser p = {texts[i], 0, 0};
        long value = expression(&p, 0);
        if (p.error == 0 && *p.at != '\0') {
            p.error = SYNTAX;
        }
        if (p.error) {
            printf("error %d at %d\n", p.error, (int)(p.at - texts[i]));
        } else {
            printf("%ld\n", value);
        }
    }
    return 0;
}
// paths: 1
