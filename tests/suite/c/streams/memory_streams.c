// Streams that are memory: one over a symbolic buffer, one that grows.
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char input[4];
    pleach_symbolic(input, sizeof input, "input");
    FILE *in = fmemopen(input, sizeof input, "r");
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (int c; (c = fgetc(in)) != EOF;)
        fprintf(out, c == '<' ? "&lt;" : "%c", c);
    fclose(in);
    fclose(out);
    pleach_assert(size >= 4 && size <= 16);
    if (size == 16)
        puts(text); //~ reach
    free(text);
    return 0;
}
// paths: any
