// Fields between commas; in quotation marks a comma is none, and two marks are one.
#include "input.h"
#include <stdlib.h>

static int fields(const char *s) {
    int count = 1, quoted = 0;
    for (; *s != '\0'; s++) {
        if (*s == '"') {
            if (quoted && s[1] == '"') {
                s++;
            } else {
                quoted = !quoted;
            }
        } else if (*s == ',' && !quoted) {
            count++;
        }
    }
    return quoted ? -1 : count;
}

int main(void) {
    char *s = text();
    int count = fields(s);
    free(s);
    return count < 0 ? 255 : count;
}
