// Takes double slashes and single dots out of a path, in place.
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
    memcpy(p, bytes, n);
    p[n] = '\0';
    return p;
}

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
