// fgets and fread of standard input of symbolic length.
// run: --sym-stdin 0..5
#include <pleach.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[4], rest[4];
    if (fgets(line, sizeof line, stdin) == NULL) {
        return 1; //~ reach
    }
    size_t length = strlen(line);
    size_t more = fread(rest, 1, sizeof rest, stdin);
    pleach_assert(length + more <= 5);
    if (more == 2 && rest[1] == line[0]) {
        return 2; //~ reach
    }
    pleach_assert(more == sizeof rest || feof(stdin));
    return 0; //~ reach
}

// paths: 20
