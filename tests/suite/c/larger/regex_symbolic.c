// A matcher on symbolic patterns of two characters: a class that is not closed is read past the pattern's end.
#include <pleach.h>

static int match_here(const char *pattern, const char *text);

static int element(const char *p) {
    int n = 1;
    if (*p == '[') {
        while (p[n] != ']') { //~ error: out-of-bounds
            n++;
        }
        n++;
    }
    return n;
}

static int matches(const char *p, char c) {
    if (c == '\0') {
        return 0;
    }
    if (*p == '[') {
        int found = 0;
        for (p++; *p != ']'; p++) {
            found |= *p == c;
        }
        return found;
    }
    return *p == '.' || *p == c;
}

static int match_star(const char *p, const char *rest, const char *text) {
    do {
        if (match_here(rest, text)) {
            return 1;
        }
    } while (matches(p, *text++));
    return 0;
}

static int match_here(const char *p, const char *text) {
    if (*p == '\0') {
        return 1;
    }
    int n = element(p);
    if (p[n] == '*') {
        return match_star(p, p + n + 1, text);
    }
    return matches(p, *text) && match_here(p + n, text + 1);
}

int main(void) {
    char pattern[3];
    pleach_symbolic(pattern, sizeof pattern, "pattern");
    pattern[2] = '\0';
    return match_here(pattern, "ab");
}
// paths: 15
// errors: 3
