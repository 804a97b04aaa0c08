// Headers of a URI, name=value&name=value: the search for the next one starts at the second character, which an empty
// text does not have.
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

static int headers(const char *text) {
    int count = 0;
    const char *equal = strchr(text, '=');
    const char *and = strchr(text + 1, '&');
    while (equal != NULL) {
        if (and != NULL && and < equal) {
            return -1;
        }
        count++;
        if (and == NULL) {
            return count;
        }
        equal = strchr(and, '=');
        and = strchr(and + 1, '&');
    }
    return count;
}

int main(void) {
    char *value = text();
    int count = headers(value);
    free(value);
    return count < 0 ? 255 : count;
}
