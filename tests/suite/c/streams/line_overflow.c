// run: --sym-stdin 6
// A line is read with the right limit and copied into too small a place.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[8], name[4];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1; //~ dead
    line[strcspn(line, "\n")] = '\0';
    strcpy(name, line); //~ error: out-of-bounds
    puts(name);
    return 0;
}

// paths: any
