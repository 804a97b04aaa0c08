// apr: a text without its spaces.
#include "../input.h"
#include <apr_strings.h>

int main(void) {
    char *line = text();
    apr_collapse_spaces(line, line);
    int result = line[0] == 'x';
    free(line);
    return result;
}
