// Marks that must follow each other in one text: each is looked for behind the one before.
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

int main(void) {
    char *s = text();
    int depth = 0;
    const char *p = s;
    static const char marks[] = "<=>;";
    for (int i = 0; i < 4; i++) {
        p = strchr(p, marks[i]);
        if (p == NULL) {
            break;
        }
        depth++;
        p++;
    }
    free(s);
    return depth;
}
