// An interpreter of a language with eight commands, with its jumps resolved in advance, running two programs.
#include <stdio.h>
#include <string.h>

static unsigned char cells[300];

static int run(const char *program, const char *input) {
    int jumps[300], stack[20], top = 0, length = (int)strlen(program), steps = 0;
    for (int i = 0; i < length; i++) {
        if (program[i] == '[') {
            stack[top++] = i;
        } else if (program[i] == ']') {
            jumps[i] = stack[--top];
            jumps[jumps[i]] = i;
        }
    }
    memset(cells, 0, sizeof cells);
    unsigned char *cell = cells;
    for (int at = 0; at < length; at++, steps++) {
        switch (program[at]) {
        case '>':
            cell++;
            break;
        case '<':
            cell--;
            break;
        case '+':
            ++*cell;
            break;
        case '-':
            --*cell;
            break;
        case '.':
            putchar(*cell);
            break;
        case ',':
            *cell = (unsigned char)(*input != '\0' ? *input++ : 0);
            break;
        case '[':
            if (*cell == 0) {
                at = jumps[at];
            }
            break;
        case ']':
            if (*cell != 0) {
                at = jumps[at];
            }
            break;
        }
    }
    return steps;
}

int main(void) {
    int steps = run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<"
                    ".+++.------.--------.>>+.>++.",
                    "");
    printf("%d\n", steps);
    steps = run(">,[>,]<[.<]", "desrever");
    printf(" %d\n", steps);
    return 0;
}
// paths: 1
