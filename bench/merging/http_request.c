// A request line: a method, a path, a version, each ended by one space.
#include <klee/klee.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

#ifndef SIZE
#define SIZE 8
#endif

// A text of less than SIZE characters on the heap.
static char *text(void) {
    static char bytes[SIZE];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    size_t n = pleach_range(0, SIZE, "n");
    char *p = malloc(n + 1);
    if (p == NULL) {
        exit(0);
    }
    for (size_t i = 0; i < n; i++) {
        p[i] = bytes[i];
    }
    p[n] = '\0';
    return p;
}

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
