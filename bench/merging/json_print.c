// Prints a text as a JSON string into a buffer that is as large as the text needs in the worst case.
#include "input.h"
#include <assert.h>
#include <stdlib.h>

static size_t print(const char *s, char *out) {
    static const char digits[] = "0123456789abcdef";
    char *p = out;
    *p++ = '"';
    for (; *s != '\0'; s++) {
        unsigned char c = *s;
        if (c == '"' || c == '\\') {
            *p++ = '\\';
            *p++ = c;
        } else if (c < 0x20) {
            *p++ = '\\';
            *p++ = 'x';
            *p++ = digits[c >> 4];
            *p++ = digits[c & 15];
        } else {
            *p++ = c;
        }
    }
    *p++ = '"';
    return p - out;
}

int main(void) {
    char *s = text();
    char out[4 * SIZE + 2];
    size_t length = print(s, out);
    assert(out[0] == '"' && out[length - 1] == '"');
    free(s);
    return (int)length;
}
