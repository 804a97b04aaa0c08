// Spaces at both ends are taken away, and what is left is moved to the front.
#include "input.h"
#include <stdlib.h>
#include <string.h>

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
