// A string that ends where its object ends: its terminator can be read and written, nothing behind it; it is freed like any object.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text = pleach_symbolic_string(4, "text");
    size_t length = strlen(text);
    text[length] = '\0';
    if (length == 3 && text[2] == '/') {
        text[length + 1] = '\0'; //~ error: out-of-bounds
    }
    if (length > 0 && text[0] == '+') {
        char *longer = realloc(text, length + 3);
        if (longer == NULL) {
            return 1; //~ dead
        }
        pleach_assert(longer[0] == '+' && longer[length] == '\0');
        longer[length + 2] = '\0';
        text = longer;
    }
    free(text);
    return (int)length; //~ reach
}

// paths: 10
