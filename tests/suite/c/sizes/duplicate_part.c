// strndup of at most n characters: as long as the shorter of the two, ended, and no longer.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = pleach_range(0, 9, "n");
    char *copy = strndup("abcdef", n);
    assert(copy != NULL);
    size_t length = n < 6 ? n : 6;
    assert(copy[length] == '\0');
    assert(strlen(copy) == length);
    assert(strncmp(copy, "abcdef", length) == 0);
    copy[5] = 'x'; //~ error: out-of-bounds
    assert(n >= 5);
    free(copy);
    return 0;
}

// paths: 3
// errors: 1
