// Headers of a URI, name=value&name=value: the search for the next one starts at the second character, which an empty
// text does not have.
#include "input.h"
#include <stdlib.h>
#include <string.h>

static int headers(const char *text) {
    int count = 0;
    const char *equal = strchr(text, '=');
    const char *and = strchr(text + 1, '&');
    while (equal != NULL) {
        if (and != NULL && and < equal) {
            return -1;
        }
        count++;
        if (and == NULL) {
            return count;
        }
        equal = strchr(and, '=');
        and = strchr(and + 1, '&');
    }
    return count;
}

int main(void) {
    char *value = text();
    int count = headers(value);
    free(value);
    return count < 0 ? 255 : count;
}
