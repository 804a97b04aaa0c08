// A string function that the program calls and a function of the library, too, in the same form.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char text[4];
    pleach_symbolic(text, sizeof text, "text");
    unsigned n = pleach_range(0, 4, "n");
    char *copy = strndup(text, n);
    if (strnlen(text, n) == 2) {
        assert(copy[2] == 0);
        assert(copy[1] != 'x');   //~ error: assert
    }
    free(copy);
    return 0;
}

// paths: 3
// errors: 1
