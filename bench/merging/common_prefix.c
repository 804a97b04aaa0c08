// How far a text agrees with three others, and with which the farthest.
#include "input.h"
#include <stdlib.h>
#include <string.h>

static size_t common(const char *a, const char *b) {
    size_t n = 0;
    while (a[n] != '\0' && a[n] == b[n]) {
        n++;
    }
    return n;
}

int main(void) {
    static const char *const others[] = {"interest", "internal", "inside"};
    char *s = text();
    size_t best = 0;
    int which = 0;
    for (int i = 0; i < 3; i++) {
        size_t n = common(s, others[i]);
        if (n > best) {
            best = n;
            which = i;
        }
    }
    free(s);
    return (int)best * 3 + which;
}
