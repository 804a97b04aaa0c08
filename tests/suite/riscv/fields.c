/* Splits a line from standard input at commas. There is room for as many fields as there are commas, which is one too few. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[32];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    size_t commas = 0;
    for (char *c = line; *c; c++)
        commas += *c == ',';
    if (commas == 0)
        return 2;
    char **fields = malloc(commas * sizeof *fields);
    size_t count = 0;
    char *start = line;
    for (char *c = line;; c++) {
        if (*c == ',' || *c == '\0') {
            fields[count++] = start; //~ error: out-of-bounds
            start = c + 1;
        }
        if (*c == '\0')
            break;
    }
    int first = fields[count - 1][0];
    free(fields);
    return first == 'x';
}
// stdin: 2
