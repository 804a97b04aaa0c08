/* Matches brackets from standard input with a stack on the heap. A closing bracket is looked up before it is known that one is open. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *open = malloc(16);
    long depth = 0;
    for (int letter = getchar(); letter != EOF; letter = getchar()) {
        if (letter == '(' || letter == '[') {
            if (depth == 16)
                return 1;
            open[depth++] = (char)letter;
        } else if (letter == ')' || letter == ']') {
            char expected = letter == ')' ? '(' : '[';
            if (open[--depth] != expected) //~ error: out-of-bounds
                return 2;
        } else {
            return 3;
        }
    }
    free(open);
    return depth == 0 ? 0 : 4;
}
// stdin: 3
