// Computed goto: a bytecode interpreter with a table of labels.
#include <stdio.h>

enum { PUSH, ADD, MULTIPLY, DUPLICATE, PRINT, JUMP_IF_LESS, HALT };

static int run(const int *code) {
    static const void *const labels[] = {&&push, &&add, &&multiply, &&duplicate, &&print, &&jump_if_less, &&halt};
    int stack[16], top = 0, at = 0, steps = 0;
#define NEXT goto *(steps++, labels[code[at++]])
    NEXT;
push:
    stack[top++] = code[at++];
    NEXT;
add:
    top--;
    stack[top - 1] += stack[top];
    NEXT;
multiply:
    top--;
    stack[top - 1] *= stack[top];
    NEXT;
duplicate:
    stack[top] = stack[top - 1];
    top++;
    NEXT;
print:
    printf("%d ", stack[top - 1]);
    NEXT;
jump_if_less:
    at = stack[top - 1] < code[at] ? code[at + 1] : at + 2;
    NEXT;
halt:
    printf("%d\n", steps);
    return stack[top - 1];
}

int main(void) {
    static const int code[] = {PUSH, 2, PRINT, DUPLICATE, MULTIPLY, PUSH, 1, ADD, JUMP_IF_LESS, 1000, 2, HALT};
    printf("%d\n", run(code));
    return 0;
}
// paths: 1
