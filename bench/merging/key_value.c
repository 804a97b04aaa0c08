// key=value pairs with semicolons between them; one key is looked up.
#include "input.h"
#include <stdlib.h>
#include <string.h>

static const char *find(const char *s, char key, size_t *length) {
    while (*s != '\0') {
        size_t pair = strcspn(s, ";");
        const char *equal = memchr(s, '=', pair);
        if (equal == s + 1 && s[0] == key) {
            *length = pair - 2;
            return equal + 1;
        }
        s += pair;
        if (*s == ';') {
            s++;
        }
    }
    return NULL;
}

int main(void) {
    char *s = text();
    size_t length = 0;
    const char *value = find(s, 'q', &length);
    int result = value == NULL ? 255 : (int)length;
    free(s);
    return result;
}
