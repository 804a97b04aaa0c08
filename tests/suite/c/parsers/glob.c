// A matcher of shell patterns: ?, *, classes like [a-c] and [!x], and characters behind a backslash. Planted: the end
// of a class is looked for past the end of the pattern; the table of what each character begins is indexed by a char
// that may be negative; a pattern that ends with a backslash breaks what the matcher asserts.
#include "inputs.h"
#include <assert.h>
#include <pleach.h>
#include <string.h>

enum token { LITERAL, ANY, MANY, CLASS, ESCAPE };

static unsigned char tokens[256];

static void prepare(void) {
    tokens['?'] = ANY;
    tokens['*'] = MANY;
    tokens['['] = CLASS;
    tokens['\\'] = ESCAPE;
}

static enum token token_of(char c) {
#ifndef MENDED
    return tokens[(int)c]; //~ error: out-of-bounds
#else
    return tokens[(unsigned char)c];
#endif
}

// Whether a class holds a character; moves behind the closing bracket, or to null where there is none.
static int in_class(const char **pattern, const char *end, char c) {
    const char *at = *pattern;
    int negated = at < end && *at == '!';
    int found = 0;
    at += negated;
#ifndef MENDED
    (void)end;
    while (*at != ']') { //~ error: out-of-bounds
#else
    while (at < end && *at != ']') {
#endif
        char low = *at++;
        char high = low;
        if (end - at >= 2 && at[0] == '-' && at[1] != ']') {
            high = at[1];
            at += 2;
        }
        found |= low <= c && c <= high;
    }
#ifdef MENDED
    if (at == end) {
        *pattern = NULL;
        return 0;
    }
#endif
    *pattern = at + 1;
    return found != negated;
}

// Whether a pattern is well formed: that nothing is missing at its end.
static int is_complete(const char *pattern, const char *end) {
    const char *last = end;
    while (last > pattern && last[-1] == '\\') {
        last--;
    }
#ifndef MENDED
    return 1;
#else
    return (end - last) % 2 == 0;
#endif
}

// One step for everything but the star: whether the character fits; moves behind what it fits to.
static int step(const char **pattern, const char *end, char c) {
    const char *at = *pattern;
    enum token token = token_of(*at++);
    int fits = 0;
    switch (token) {
    case ANY:
        fits = 1;
        break;
    case CLASS:
        fits = in_class(&at, end, c);
        break;
    case ESCAPE:
        assert(at < end); //~ error: assert
        fits = *at++ == c;
        break;
    default:
        fits = at[-1] == c;
        break;
    }
    *pattern = at;
    return fits && at != NULL;
}

static int matches(const char *pattern, const char *end, const char *text) {
    const char *star = NULL, *resume = NULL;
    for (;;) {
        if (pattern < end && token_of(*pattern) == MANY) {
            star = ++pattern;
            resume = text;
            continue;
        }
        if (*text == '\0') {
            return pattern == end;
        }
        const char *next = pattern;
        if (pattern < end && step(&next, end, *text)) {
            pattern = next;
            text++;
        } else if (star != NULL) {
            pattern = star;
            text = ++resume;
        } else {
            return 0;
        }
    }
}

int main(void) {
    char pattern[3];
    prepare();
    symbolic_text(pattern, sizeof pattern, "*[]\\!b\xe9", "pattern");
    const char *end = pattern + sizeof pattern;
    if (!is_complete(pattern, end)) {
        return 2;
    }
    return !matches(pattern, end, "ab");
}

// paths: 46
