// A compiler of arithmetic expressions to the code of a stack machine, by Dijkstra's shunting yard, and the machine.
// Planted: an operator that has too few operands takes them from below the machine's stack; the stack of operators is
// filled further than there is room; the machine believes that every code is one that it knows, which an open
// parenthesis is not.
#include "inputs.h"
#include <pleach.h>
#include <string.h>

enum { MAX_CODE = 8, MAX_OPERATORS = 3, MAX_DEPTH = 4 };

enum status { OK, BAD_TOKEN, TOO_LONG, UNBALANCED, TOO_FEW, TOO_DEEP };

struct compiler {
    char *operators;
    int depth;
    char code[MAX_CODE]; // digits push themselves
    int length;
};

static int precedence(char op) {
    switch (op) {
    case '(':
        return 0;
    case '+':
    case '-':
        return 1;
    case '*':
        return 2;
    default:
        return -1;
    }
}

static enum status emit(struct compiler *c, char op) {
    if (c->length == MAX_CODE) {
        return TOO_LONG;
    }
    c->code[c->length++] = op;
    return OK;
}

static enum status push_operator(struct compiler *c, char op) {
#ifndef MENDED
    if (c->depth > MAX_OPERATORS) {
#else
    if (c->depth == MAX_OPERATORS) {
#endif
        return TOO_DEEP;
    }
    c->operators[c->depth++] = op; //~ error: out-of-bounds
    return OK;
}

// Moves operators that bind at least as strongly from the stack to the code.
static enum status flush(struct compiler *c, int least) {
    while (c->depth > 0 && precedence(c->operators[c->depth - 1]) >= least) {
        enum status status = emit(c, c->operators[--c->depth]);
        if (status != OK) {
            return status;
        }
    }
    return OK;
}

static enum status close_parenthesis(struct compiler *c) {
    enum status status = flush(c, 1);
    if (status != OK) {
        return status;
    }
    if (c->depth == 0) {
        return UNBALANCED;
    }
    c->depth--;
    return OK;
}

static enum status compile_token(struct compiler *c, char token) {
    if (token >= '0' && token <= '9') {
        return emit(c, token);
    }
    if (token == '(') {
        return push_operator(c, token);
    }
    if (token == ')') {
        return close_parenthesis(c);
    }
    if (precedence(token) < 0) {
        return BAD_TOKEN;
    }
    enum status status = flush(c, precedence(token));
    return status == OK ? push_operator(c, token) : status;
}

static enum status compile(struct compiler *c, const char *text) {
    enum status status = OK;
    for (; *text != '\0' && status == OK; text++) {
        status = compile_token(c, *text);
    }
    if (status != OK) {
        return status;
    }
#ifndef MENDED
    return flush(c, 0);
#else
    status = flush(c, 1);
    return status == OK && c->depth > 0 ? UNBALANCED : status;
#endif
}

static int apply(char op, int left, int right) {
    switch (op) {
    case '+':
        return left + right;
    case '-':
        return left - right;
    case '*':
        return left * right;
    }
    __builtin_unreachable(); //~ error: unreachable
}

static enum status execute(const char *code, int length, int *result) {
    int stack[MAX_DEPTH];
    int depth = 0;
    for (int i = 0; i < length; i++) {
        if (code[i] >= '0' && code[i] <= '9') {
            if (depth == MAX_DEPTH) {
                return TOO_DEEP;
            }
            stack[depth++] = code[i] - '0';
            continue;
        }
#ifdef MENDED
        if (depth < 2) {
            return TOO_FEW;
        }
#else
        if (depth < 1) {
            return TOO_FEW;
        }
#endif
        int right = stack[--depth];
        int left = stack[--depth]; //~ error: out-of-bounds
        stack[depth++] = apply(code[i], left, right);
    }
    if (depth != 1) {
        return TOO_FEW;
    }
    *result = stack[0];
    return OK;
}

static enum status evaluate(const char *text, int *result) {
    char operators[MAX_OPERATORS];
    struct compiler c = {operators, 0, {0}, 0};
    enum status status = compile(&c, text);
    return status == OK ? execute(c.code, c.length, result) : status;
}

// "2*(", and three characters more.
int main(void) {
    char text[7] = "2*(";
    symbolic_text(text + 3, 3, "(7+)", "text");
    text[6] = '\0';
    int result = 0;
    enum status status = evaluate(text, &result);
    if (status != OK) {
        return 10 + status;
    }
    return result > 100;
}

// paths: 52
