// Spaces at both ends are taken away, and what is left is moved to the front.
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

static size_t trim(char *s) {
    char *begin = s;
    while (*begin == ' ' || *begin == '\t') {
        begin++;
    }
    char *end = begin + strlen(begin);
    while (end > begin && (end[-1] == ' ' || end[-1] == '\t')) {
        end--;
    }
    memmove(s, begin, end - begin);
    s[end - begin] = '\0';
    return end - begin;
}

int main(void) {
    char *s = text();
    size_t length = trim(s);
    int bad = length > 0 && (s[0] == ' ' || s[length - 1] == ' ');
    free(s);
    return bad ? 255 : (int)length;
}
