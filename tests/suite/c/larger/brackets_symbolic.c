// A checker of brackets with a stack of one on three symbolic characters: the second that is open does not fit.
#include <pleach.h>

static int balanced(const char *text, int length) {
    char stack[1];
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
    char text[3];
    pleach_symbolic(text, sizeof text, "text");
    return balanced(text, 3);
}
// paths: 45
// errors: 12
