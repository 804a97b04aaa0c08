// A function that takes a string of at most three characters.
// run: --entry parse --arg text=str:3
#include <stdlib.h>

/* A number in front of an 'x'. */
int parse(const char *text) {
    int value = 0;
    while (*text >= '0' && *text <= '9')
        value = 10 * value + (*text++ - '0');
    if (*text != 'x')
        return -1;
    if (value == 42)
        abort(); //~ error: abort
    return text[1] == 0 ? value : -2;
}

// paths: 13
// errors: 1
