// strcpy, strcat, strcmp and strchr on objects that are just large enough, and on one that is not.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = pleach_range(5, 10, "n");
    char *p = malloc(n);
    assert(p != NULL);
    strcpy(p, "abcd");
    assert(strcmp(p, "abcd") == 0);
    assert(strchr(p, 'd') == p + 3 && strchr(p, 'x') == NULL);
    assert(memcmp(p, "abcz", 4) < 0);
    strcat(p, "ef"); //~ error: out-of-bounds
    assert(n >= 7);
    assert(strcmp(p, "abcdef") == 0);
    free(p);
    return 0;
}

// paths: 3
// errors: 2
