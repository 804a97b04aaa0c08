// strdup of a text of unknown length: the object ends right behind the terminator.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char text[6];
    pleach_symbolic(text, sizeof text, "text");
    text[5] = '\0';
    char *copy = strdup(text);
    assert(copy != NULL);
    assert(strcmp(copy, text) == 0);
    size_t length = strlen(text);
    copy[length] = '!';
    if (length == 3) {
        copy[4] = '\0'; //~ error: out-of-bounds
    }
    free(copy);
    return 0;
}

// paths: 6
// errors: 1
