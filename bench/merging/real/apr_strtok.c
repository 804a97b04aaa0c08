// apr: the words of a text between spaces and commas.
#include "../input.h"
#include <apr_strings.h>

int main(void) {
    char *line = text(), *state;
    int words = 0;
    for (char *word = apr_strtok(line, " ,", &state); word != NULL; word = apr_strtok(NULL, " ,", &state)) {
        words++;
    }
    free(line);
    return words;
}
