// Where a program goes on with a length or a place there is a path for each, as many as the program itself asks for.
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[6];
    pleach_symbolic(s, sizeof s, "s");
    s[5] = '\0';
    if (pleach_choose(2)) {
        size_t length = strlen(s);
        char *copy = malloc(length);
        if (copy == NULL)
            return 0; //~ dead
        memcpy(copy, s, length);
        copy[length] = '\0'; //~ error: out-of-bounds
        free(copy); //~ dead
        return 0; //~ dead
    }
    char *comma = strchr(s, ',');
    if (comma == NULL)
        return 1; //~ reach
    comma[2] = '\0'; //~ error: out-of-bounds
    return 2; //~ reach
}

// Six lengths; five places of a comma, or six of the end if there is none.
// paths: 17
