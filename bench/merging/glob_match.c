// Matches a text with a fixed pattern that has two stars, without recursion.
#include "input.h"
#include <stdlib.h>

static int match(const char *pattern, const char *s) {
    const char *star = NULL, *mark = s;
    while (*s != '\0') {
        if (*pattern == '*') {
            star = ++pattern;
            mark = s;
        } else if (*pattern == '?' || *pattern == *s) {
            pattern++;
            s++;
        } else if (star != NULL) {
            pattern = star;
            s = ++mark;
        } else {
            return 0;
        }
    }
    while (*pattern == '*') {
        pattern++;
    }
    return *pattern == '\0';
}

int main(void) {
    char *s = text();
    int result = match("a*b?*c", s);
    free(s);
    return result;
}
