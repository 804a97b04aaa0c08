// run: --sym-stdin 3
// Every byte of standard input is a newline or not.
#include <stdio.h>

int main(void) {
    int c, lines = 0, bytes = 0;
    while ((c = getchar()) != EOF) {
        bytes++;
        if (c == '\n')
            lines++; //~ reach
    }
    printf("%d %d %d\n", lines, bytes, feof(stdin));
    return lines;
}

// paths: any
