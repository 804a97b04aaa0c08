// Words between commas and semicolons, with strtok_r; the number of long ones matters.
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
