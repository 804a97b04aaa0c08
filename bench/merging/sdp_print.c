// Fields that are there or not, independently of each other, are appended to a text one by one.
#include "input.h"
#include <stdlib.h>
#include <string.h>

struct session {
    char version, name, connection, time;
};

static size_t add(char *out, size_t at, char key, char value) {
    if (value == '\0' || value == '-') {
        return at;
    }
    out[at++] = key;
    out[at++] = '=';
    out[at++] = value;
    out[at++] = '\n';
    return at;
}

int main(void) {
    char *s = text();
    struct session session = {0};
    size_t length = strlen(s);
    session.version = length > 0 ? s[0] : '-';
    session.name = length > 1 ? s[1] : '-';
    session.connection = length > 2 ? s[2] : '-';
    session.time = length > 3 ? s[3] : '-';
    char out[16];
    size_t at = add(out, 0, 'v', session.version);
    at = add(out, at, 's', session.name);
    at = add(out, at, 'c', session.connection);
    at = add(out, at, 't', session.time);
    free(s);
    return at > 0 && out[at - 4] == 't' ? 100 : (int)at;
}
