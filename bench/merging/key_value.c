// key=value pairs with semicolons between them; one key is looked up.
#include <klee/klee.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

#ifndef SIZE
#define SIZE 8
#endif

// A text of less than SIZE characters on the heap.
static char *text(void) {
    static char bytes[SIZE];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    size_t n = pleach_range(0, SIZE, "n");
    char *p = malloc(n + 1);
    if (p == NULL) {
        exit(0);
    }
    for (size_t i = 0; i < n; i++) {
        p[i] = bytes[i];
    }
    p[n] = '\0';
    return p;
}

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
