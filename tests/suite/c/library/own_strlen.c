// A program has a strlen of its own; functions of the library that need one go on with the library's.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

size_t strlen(const char *s) {
    return s[0] == '\0' ? 0 : 1;
}

int main(void) {
    if (setenv("name", "value", 1) != 0)
        return 1; //~ dead
    char *value = getenv("name");
    assert(value != NULL && value[4] == 'e' && strlen(value) == 1);
    char *copy = strdup(value);
    assert(copy == NULL || copy[4] == 'e');
    free(copy);
    return 0; //~ reach
}

// paths: 1
