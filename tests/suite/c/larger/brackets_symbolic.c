// A checker of brackets with a stack of two on five symbolic characters: the third that is open does not fit.
#include <pleach.h>

static int balanced(const char *text, int length) {
    char stack[2];
    int top = 0;
    for (int i = 0; i < length; i++) {
        char c = text[i];
        if (c == '(' || c == '[') {
            stack[top++] = c == '(' ? ')' : ']'; //~ error: out-of-bounds
        } else if (c == ')' || c == ']') {
            if (top == 0 || stack[--top] != c) {
                return 0;
            }
        }
    }
    return top == 0;
}

int main(void) {
    char text[5];
    pleach_symbolic(text, sizeof text, "text");
    return balanced(text, 5);
}
// paths: 597
// errors: 112
