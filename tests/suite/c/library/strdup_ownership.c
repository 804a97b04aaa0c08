// A duplicate is an object of its own, as long as its string.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char text[4];
    pleach_symbolic(text, sizeof text, "text");
    text[3] = 0;
    char *copy = strdup(text);
    size_t length = strlen(copy);
    text[0] = 'x';
    copy[length] = '.';
    copy[length + 1] = '!'; //~ error: out-of-bounds
    free(copy);
    return 0; //~ dead
}

// paths: 4
// errors: 4
