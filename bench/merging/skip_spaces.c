// Spaces are skipped three times, with one character in between.
#include "input.h"
#include <stdlib.h>

static const char *skip(const char *p) {
    while (*p == ' ') {
        p++;
    }
    return p;
}

int main(void) {
    char *s = text();
    const char *p = s;
    int seen = 0;
    for (int i = 0; i < 3; i++) {
        p = skip(p);
        if (*p == '\0') {
            break;
        }
        seen = seen * 2 + (*p == '*');
        p++;
    }
    free(s);
    return seen;
}
