// The longest line, and whether the last one has an end.
#include "input.h"
#include <stdlib.h>

int main(void) {
    size_t n;
    unsigned char *p = buffer(&n);
    size_t longest = 0, length = 0;
    for (size_t i = 0; i < n; i++) {
        if (p[i] == '\n') {
            longest = length > longest ? length : longest;
            length = 0;
        } else {
            length++;
        }
    }
    longest = length > longest ? length : longest;
    free(p);
    return (int)longest * 2 + (length > 0);
}
