// Words between commas and semicolons, with strtok_r; the number of long ones matters.
#include "input.h"
#include <stdlib.h>
#include <string.h>

static int long_words(char *s) {
    int found = 0;
    char *state;
    for (char *word = strtok_r(s, ",;", &state); word != NULL; word = strtok_r(NULL, ",;", &state)) {
        if (strlen(word) >= 3) {
            found++;
        }
    }
    return found;
}

int main(void) {
    char *s = text();
    int found = long_words(s);
    free(s);
    return found;
}
