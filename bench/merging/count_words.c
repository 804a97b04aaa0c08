// Counts words, lines and characters like wc.
#include "input.h"
#include <stdlib.h>

int main(void) {
    char *s = text();
    int words = 0, lines = 0, inside = 0;
    for (const char *p = s; *p != '\0'; p++) {
        if (*p == '\n') {
            lines++;
        }
        if (*p == ' ' || *p == '\n' || *p == '\t') {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            words++;
        }
    }
    free(s);
    return words * 16 + lines;
}
