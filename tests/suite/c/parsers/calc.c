// A calculator: an expression is read by recursive descent and evaluated at once, with the precedences of C and > for
// a shift. Planted: the shift is made whatever its distance; the remainder's divisor is not looked at, the quotient's
// is but not for the one quotient that does not fit; a sum may be too large.
// cflags: -fsanitize=undefined
#include "inputs.h"
#include <limits.h>
#include <pleach.h>

struct calculator {
    const char *at;
    const char *message; // of the first error, or null
    int variables[2];    // a and b
};

static int conditional(struct calculator *c);

static int fail(struct calculator *c, const char *message) {
    if (c->message == 0) {
        c->message = message;
    }
    return 0;
}

static int accept(struct calculator *c, char symbol) {
    if (*c->at != symbol) {
        return 0;
    }
    c->at++;
    return 1;
}

static int primary(struct calculator *c) {
    if (accept(c, '(')) {
        int value = conditional(c);
        return accept(c, ')') ? value : fail(c, "a closing parenthesis is missing");
    }
    if (accept(c, 'a')) {
        return c->variables[0];
    }
    if (accept(c, 'b')) {
        return c->variables[1];
    }
    if (*c->at >= '0' && *c->at <= '9') {
        int value = 0;
        while (*c->at >= '0' && *c->at <= '9') {
            if (value > INT_MAX / 10 - 1) {
                return fail(c, "a number is too large");
            }
            value = value * 10 + (*c->at++ - '0');
        }
        return value;
    }
    return fail(c, "a number is missing");
}

static int unary(struct calculator *c) {
    if (accept(c, '-')) {
        int value = unary(c);
        return value == INT_MIN ? fail(c, "overflow") : -value;
    }
    if (accept(c, '~')) {
        return ~unary(c);
    }
    return primary(c);
}

static int divide(struct calculator *c, int left, int right) {
    if (right == 0) {
        return fail(c, "division by zero");
    }
#ifdef MENDED
    if (left == INT_MIN && right == -1) {
        return fail(c, "overflow");
    }
#endif
    return left / right; //~ error: overflow
}

static int remainder_of(struct calculator *c, int left, int right) {
#ifdef MENDED
    if (right == 0 || (left == INT_MIN && right == -1)) {
        return fail(c, "division by zero");
    }
#else
    if (left == INT_MIN && right == -1) {
        return fail(c, "overflow");
    }
#endif
    return left % right; //~ error: div-by-zero
}

static int product(struct calculator *c) {
    int left = unary(c);
    while (c->message == 0) {
        if (accept(c, '*')) {
            int right = unary(c);
            long long exact = (long long)left * right;
            left = exact < INT_MIN || exact > INT_MAX ? fail(c, "overflow") : (int)exact;
        } else if (accept(c, '/')) {
            left = divide(c, left, unary(c));
        } else if (accept(c, '%')) {
            left = remainder_of(c, left, unary(c));
        } else {
            break;
        }
    }
    return left;
}

static int sum(struct calculator *c) {
    int left = product(c);
    while (c->message == 0) {
        if (accept(c, '+')) {
            int right = product(c);
#ifndef MENDED
            left = left + right; //~ error: overflow
#else
            int overflows = __builtin_add_overflow(left, right, &left);
            left = overflows ? fail(c, "overflow") : left;
#endif
        } else if (accept(c, '-')) {
            int right = product(c);
            int overflows = __builtin_sub_overflow(left, right, &left);
            left = overflows ? fail(c, "overflow") : left;
        } else {
            break;
        }
    }
    return left;
}

static int shift(struct calculator *c) {
    int left = sum(c);
    while (c->message == 0 && accept(c, '>')) {
        int distance = sum(c);
#ifdef MENDED
        if (distance < 0 || distance > 31) {
            return fail(c, "a shift by too much");
        }
#endif
        left = left >> distance; //~ error: overshift
    }
    return left;
}

static int conditional(struct calculator *c) {
    int condition = shift(c);
    if (c->message != 0 || !accept(c, '?')) {
        return condition;
    }
    int yes = conditional(c);
    if (!accept(c, ':')) {
        return fail(c, "a colon is missing");
    }
    int no = conditional(c);
    return condition ? yes : no;
}

// An expression of three characters, with anything as a, and as b the least number that there is.
int main(void) {
    char text[4];
    symbolic_text(text, 3, "ab-/%+>", "text");
    text[3] = '\0';
    struct calculator c = {text, 0, {pleach_int("a"), INT_MIN}};
    int value = conditional(&c);
    if (c.message == 0 && *c.at != '\0') {
        fail(&c, "there is more than an expression");
    }
    if (c.message != 0) {
        return 1;
    }
    return value < 0 ? 2 : 0;
}

// paths: 88
