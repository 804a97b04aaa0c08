// A matcher of regular expressions by backtracking: literals, dots, classes, stars, plus, question marks, anchors.
#include <stdio.h>

static int match_here(const char *pattern, const char *text);

/* The length of the first element of a pattern: one character, an escaped one, or a class. */
static int element(const char *p) {
    if (*p == '\\') {
        return 2;
    }
    int n = 1;
    if (*p == '[') {
        while (p[n] != ']') {
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
    if (*p == '.') {
        return 1;
    }
    if (*p == '\\') {
        return p[1] == c;
    }
    if (*p != '[') {
        return *p == c;
    }
    int negated = p[1] == '^', found = 0;
    for (p += 1 + negated; *p != ']'; p++) {
        if (p[1] == '-' && p[2] != ']') {
            found |= p[0] <= c && c <= p[2];
            p += 2;
        } else {
            found |= *p == c;
        }
    }
    return found != negated;
}

static int match_repeated(const char *p, int least, int most, const char *rest, const char *text) {
    int count = 0;
    while (count < most && matches(p, text[count])) {
        count++;
    }
    for (; count >= least; count--) {
        if (match_here(rest, text + count)) {
            return 1;
        }
    }
    return 0;
}

static int match_here(const char *p, const char *text) {
    if (*p == '\0') {
        return 1;
    }
    if (p[0] == '$' && p[1] == '\0') {
        return *text == '\0';
    }
    int n = element(p);
    switch (p[n]) {
    case '*':
        return match_repeated(p, 0, 1000, p + n + 1, text);
    case '+':
        return match_repeated(p, 1, 1000, p + n + 1, text);
    case '?':
        return match_repeated(p, 0, 1, p + n + 1, text);
    }
    return matches(p, *text) && match_here(p + n, text + 1);
}

static int match(const char *pattern, const char *text) {
    if (*pattern == '^') {
        return match_here(pattern + 1, text);
    }
    do {
        if (match_here(pattern, text)) {
            return 1;
        }
    } while (*text++ != '\0');
    return 0;
}

int main(void) {
    static const char *const patterns[] = {"abc", "^a.*c$", "[0-9]+", "^[a-c]?x*$", "\\.c$", "^[^ ]+ [^ ]+$", "a*a*a*b", ""};
    static const char *const texts[] = {"", "abc", "a123c", "xxxx", "main.c", "two words", "aaaaaaaaaaaa", "cxx"};
    for (int p = 0; p < 8; p++) {
        for (int t = 0; t < 8; t++) {
            printf("%d", match(patterns[p], texts[t]));
        }
        printf(" %s\n", patterns[p]);
    }
    return 0;
}
// paths: 1
