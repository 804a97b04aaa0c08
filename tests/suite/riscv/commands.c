/* Compares a word from standard input with commands, and has one that jumps through a table with no entry for it. */
#include <stdio.h>
#include <string.h>

static int stop(void) {
    return 10;
}

static int go(void) {
    return 20;
}

static int (*const actions[])(void) = {stop, go, NULL};
static const char *const names[] = {"st", "go", "no"};

int main(void) {
    char word[8];
    if (!fgets(word, sizeof word, stdin))
        return 1;
    for (int i = 0; i < 3; i++)
        if (strcmp(word, names[i]) == 0)
            return actions[i](); //~ error: null
    return 2;
}
// stdin: 2
