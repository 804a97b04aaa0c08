// A request line: a method, a path, a version, each ended by one space.
#include "input.h"
#include <stdlib.h>
#include <string.h>

static int request(const char *line) {
    size_t method = strcspn(line, " ");
    if (method == 0 || line[method] == '\0') {
        return 1;
    }
    const char *path = line + method + 1;
    if (*path != '/') {
        return 2;
    }
    const char *space = strchr(path, ' ');
    if (space == NULL) {
        return 3;
    }
    const char *version = space + 1;
    if (*version != 'H') {
        return 4;
    }
    return line[0] == 'G' ? 5 : 6;
}

int main(void) {
    char *line = text();
    int result = request(line);
    free(line);
    return result;
}
