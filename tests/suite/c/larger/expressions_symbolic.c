// An evaluator on every text of three characters: each shape of expression is a path, and "n/0" and "n%0" are bugs. The end
// of the text can be skipped as if it were a parenthesis: "((1" is read past its end.
#include <pleach.h>

struct parser {
    const char *at;
    int error;
};

static int expression(struct parser *p);

static int primary(struct parser *p) {
    if (*p->at == '(') {
        p->at++;
        int inner = expression(p);
        p->error |= *p->at++ != ')'; //~ error: out-of-bounds
        return inner;
    }
    if (*p->at == '-') {
        p->at++;
        return -primary(p);
    }
    if (*p->at >= '0' && *p->at <= '9') {
        return *p->at++ - '0';
    }
    p->error = 1;
    return 0;
}

static int term(struct parser *p) {
    int left = primary(p);
    while (!p->error) {
        switch (*p->at) {
        case '*':
            p->at++;
            left *= primary(p);
            break;
        case '/':
            p->at++;
            left = left / primary(p); //~ error: div-by-zero
            break;
        case '%':
            p->at++;
            left = left % primary(p); //~ error: div-by-zero
            break;
        default:
            return left;
        }
    }
    return 0;
}

static int expression(struct parser *p) {
    int left = term(p);
    while (!p->error && (*p->at == '+' || *p->at == '-')) {
        left = *p->at++ == '+' ? left + term(p) : left - term(p);
    }
    return left;
}

int main(void) {
    char text[4];
    pleach_symbolic(text, sizeof text, "text");
    text[3] = '\0';
    struct parser p = {text, 0};
    int value = expression(&p);
    if (p.error || *p.at != '\0') {
        return 1;
    }
    return value < 0 ? 2 : 0;
}
// paths: 69
// errors: 19
