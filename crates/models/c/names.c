/* Names of files and patterns for them: <libgen.h> and <fnmatch.h>. */
#include <stddef.h>

char *strrchr(const char *s, int c);
size_t strlen(const char *s);

/* GNU's basename(), which does not change the name. */
char *basename(const char *name) {
    char *slash = strrchr(name, '/');
    return slash == NULL ? (char *)name : slash + 1;
}

/* POSIX's basename(): trailing slashes do not count. */
char *__xpg_basename(char *name) {
    if (name == NULL || name[0] == '\0') {
        return ".";
    }
    size_t end = strlen(name);
    while (end > 1 && name[end - 1] == '/') {
        name[--end] = '\0';
    }
    if (end == 1 && name[0] == '/') {
        /* As in glibc, of a name that consists of slashes the last one is the result. */
        return name;
    }
    return basename(name);
}

char *dirname(char *name) {
    if (name == NULL || strrchr(name, '/') == NULL) {
        return ".";
    }
    size_t end = strlen(name);
    while (end > 0 && name[end - 1] == '/') {
        end--;
    }
    if (end == 0) {
        /* Slashes alone: two are kept as two. */
        size_t count = strlen(name);
        name[count == 2 ? 2 : 1] = '\0';
        return name;
    }
    while (end > 0 && name[end - 1] != '/') {
        end--;
    }
    if (end == 0) {
        return ".";
    }
    size_t slashes = end;
    while (slashes > 0 && name[slashes - 1] == '/') {
        slashes--;
    }
    if (slashes == 0) {
        name[end == 2 ? 2 : 1] = '\0';
        return name;
    }
    name[slashes] = '\0';
    return name;
}

/* Patterns, without the extensions of ksh. */

enum { PATHNAME = 1, NO_ESCAPE = 2, PERIOD = 4, LEADING_DIR = 8, IGNORE_CASE = 16, EXTENDED = 32, NO_MATCH = 1 };

void __pleach_unsupported(const char *what);
int strcmp(const char *a, const char *b);

#define CLASS(name) int is##name(int c);
#define CLASSES                                                                                                        \
    CLASS(alnum) CLASS(alpha) CLASS(blank) CLASS(cntrl) CLASS(digit) CLASS(graph)                                      \
    CLASS(lower) CLASS(print) CLASS(punct) CLASS(space) CLASS(upper) CLASS(xdigit)
CLASSES
#undef CLASS
#define CLASS(name) {#name, is##name},
static const struct {
    const char *name;
    int (*is)(int c);
} classes[] = {CLASSES};
#undef CLASS

static unsigned char folded(char c, int flags) {
    unsigned char byte = (unsigned char)c;
    return flags & IGNORE_CASE && (unsigned)byte - 'A' < 26u ? (unsigned char)(byte + 32) : byte;
}

/* Whether a character is in the set after a [. `behind` becomes the rest of the pattern, or null if the set has no end. */
static int in_set(const char *p, char character, int flags, const char **behind) {
    unsigned char c = folded(character, flags);
    int negated = *p == '!' || *p == '^', found = 0;
    p += negated;
    for (const char *first = p; *p != ']' || p == first;) {
        unsigned char low = folded(*p, flags);
        if (*p == '\0') {
            *behind = NULL;
            return 0;
        }
        if (*p == '/' && (flags & PATHNAME)) {
            __pleach_unsupported("fnmatch with a slash in a set of a path");
        }
        if (*p == '[' && p[1] == ':') {
            char name[8];
            size_t length = 0;
            while (length < 7 && p[2 + length] >= 'a' && p[2 + length] <= 'z') {
                name[length] = p[2 + length];
                length++;
            }
            name[length] = '\0';
            if (p[2 + length] == ':' && p[3 + length] == ']') {
                for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
                    if (strcmp(name, classes[i].name) == 0) {
                        found |= classes[i].is((unsigned char)character) != 0;
                    }
                }
                p += length + 4;
                continue;
            }
        }
        if (*p == '[' && (p[1] == '.' || p[1] == '=')) {
            __pleach_unsupported("fnmatch with a collating element");
        }
        if (*p == '\\' && !(flags & NO_ESCAPE) && p[1] != '\0') {
            low = folded(*++p, flags);
        }
        p++;
        unsigned char high = low;
        if (*p == '-' && p[1] != ']' && p[1] != '\0') {
            p++;
            if (*p == '\\' && !(flags & NO_ESCAPE) && p[1] != '\0') {
                p++;
            }
            high = folded(*p++, flags);
        }
        found |= low <= c && c <= high;
    }
    *behind = p + 1;
    return found != negated;
}

/* `start` is the beginning of the text or of a part of the path: a period there only matches a period in the pattern. */
static int matches(const char *p, const char *s, int flags, const char *start) {
    for (; *p != '\0'; p++, s++) {
        int leading = *s == '.' && (flags & PERIOD) && (s == start || ((flags & PATHNAME) && s[-1] == '/'));
        switch (*p) {
        case '?':
            if (*s == '\0' || leading || (*s == '/' && (flags & PATHNAME))) {
                return 0;
            }
            break;
        case '*':
            if (leading) {
                return 0;
            }
            while (p[1] == '*') {
                p++;
            }
            for (;; s++) {
                int stops = *s == '\0' || (*s == '/' && (flags & PATHNAME));
                /* As in glibc, only a plain slash of the pattern matches a slash that ends a star. */
                if ((!stops || p[1] == *s || p[1] == '\0') && matches(p + 1, s, flags, start)) {
                    return 1;
                }
                if (stops) {
                    return 0;
                }
            }
        case '[': {
            const char *behind;
            if (*s == '\0' || leading || (*s == '/' && (flags & PATHNAME))) {
                return 0;
            }
            int found = in_set(p + 1, *s, flags, &behind);
            if (behind == NULL) {
                if (*s != '[') {
                    return 0;
                }
                break;
            }
            if (!found) {
                return 0;
            }
            p = behind - 1;
            break;
        }
        case '\\':
            if (!(flags & NO_ESCAPE)) {
                p++;
                if (*p == '\0') {
                    return 0;
                }
            }
            __attribute__((fallthrough));
        default:
            if (folded(*p, flags) != folded(*s, flags)) {
                return 0;
            }
        }
    }
    return *s == '\0' || ((flags & LEADING_DIR) && *s == '/');
}

int fnmatch(const char *pattern, const char *text, int flags) {
    if (flags & EXTENDED) {
        __pleach_unsupported("fnmatch with the patterns of ksh");
    }
    return matches(pattern, text, flags, text) ? 0 : NO_MATCH;
}
