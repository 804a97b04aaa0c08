// Takes double slashes and single dots out of a path, in place.
#include "input.h"
#include <stdlib.h>
#include <string.h>

static size_t normalise(char *path) {
    char *out = path;
    const char *p = path;
    while (*p != '\0') {
        if (p[0] == '/' && p[1] == '/') {
            p++;
        } else if (p[0] == '/' && p[1] == '.' && (p[2] == '/' || p[2] == '\0')) {
            p += 2;
        } else {
            *out++ = *p++;
        }
    }
    *out = '\0';
    return out - path;
}

int main(void) {
    char *path = text();
    size_t length = normalise(path);
    int result = (int)length * 2 + (path[0] == '/');
    free(path);
    return result;
}
