// The number of characters that a text has as a JSON string.
#include "input.h"
#include <stdlib.h>

static size_t escaped_length(const char *s) {
    size_t length = 2;
    for (; *s != '\0'; s++) {
        unsigned char c = *s;
        if (c == '"' || c == '\\' || c == '\n' || c == '\t') {
            length += 2;
        } else if (c < 0x20) {
            length += 6;
        } else {
            length++;
        }
    }
    return length;
}

int main(void) {
    char *s = text();
    size_t length = escaped_length(s);
    free(s);
    return (int)length;
}
