// run: --sym-stdin 5
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL;
    size_t room = 0;
    int lines = 0, longest = 0;
    for (ssize_t length; (length = getline(&line, &room, stdin)) > 0; lines++) {
        if (length > longest)
            longest = (int)length;
    }
    if (lines == 5)
        puts("only newlines"); //~ reach
    free(line);
    printf("%d %d\n", lines, longest);
    return 0;
}

// paths: any
