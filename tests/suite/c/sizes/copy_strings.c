// strncpy, strncat and strndup of a symbolic bound: no path for each bound or length.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char from[9], to[16], *copy;
    pleach_symbolic(from, sizeof from, "from");
    from[8] = '\0';
    size_t n = pleach_range(0, 13, "n");
    memset(to, 'z', sizeof to);
    strncpy(to, from, n);
    assert(to[n] == 'z' && (n < 9 || to[8] == '\0'));
    strcpy(to, "+");
    strncat(to, from, n);
    assert(n < 1 || to[1] == from[0]);
    copy = strndup(from, n);
    assert(copy != NULL && memcmp(copy, to + 1, strlen(copy) + 1) == 0);
    if (n > 3 && copy[0] == 'a' && to[2] == '\0') {
        free(copy);
        return 1; //~ reach
    }
    free(copy);
    return 0; //~ reach
}

// paths: 39
