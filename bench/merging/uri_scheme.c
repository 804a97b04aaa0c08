// The scheme of a URI: a letter, then letters, digits and signs up to a colon.
#include "input.h"
#include <stdlib.h>

static int scheme(const char *uri) {
    const char *p = uri;
    if (!((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z'))) {
        return -1;
    }
    while ((*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9') || *p == '+' || *p == '-') {
        p++;
    }
    return *p == ':' ? (int)(p - uri) : -1;
}

int main(void) {
    char *uri = text();
    int length = scheme(uri);
    int result = length < 0 ? 255 : length;
    free(uri);
    return result;
}
