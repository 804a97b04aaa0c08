// Output byte by byte and line by line.
#include <pleach.h>
#include <stdio.h>

int main(void) {
    int c = pleach_range(32, 127, "c");
    putchar(c);
    putchar('\n');
    fputc(c + 1, stdout);
    putc('!', stdout);
    puts("");
    puts("line");
    fputs("no newline", stdout);
    fwrite("abcdef", 2, 3, stdout);
    fprintf(stdout, " %c", c);
    fprintf(stderr, "not on standard output\n");
    return c < 64 ? 1 : 0;
}

// paths: 1
