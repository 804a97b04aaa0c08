/* Compares regular expressions with the system's: random patterns of few letters on random texts. */
#define _GNU_SOURCE
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

int pl_regcomp(regex_t *, const char *, int), pl_regexec(const regex_t *, const char *, size_t, regmatch_t *, int);
void pl_regfree(regex_t *);
size_t pl_regerror(int, const regex_t *, char *, size_t);
extern unsigned long pl_re_syntax_options;
unsigned long pl_re_set_syntax(unsigned long);
const char *pl_re_compile_pattern(const char *, size_t, struct re_pattern_buffer *);
int pl_re_compile_fastmap(struct re_pattern_buffer *);
int pl_re_search(struct re_pattern_buffer *, const char *, int, int, int, struct re_registers *);
int pl_re_match(struct re_pattern_buffer *, const char *, int, int, struct re_registers *);
void pl_re_set_registers(struct re_pattern_buffer *, struct re_registers *, unsigned, int *, int *);

static void make(char *to, const char *const *pieces, unsigned count, unsigned most) {
    to[0] = '\0';
    for (unsigned left = below(most + 1); left > 0; left--) {
        strcat(to, pieces[below(count)]);
    }
}

static const char *const extended[] = {"a", "b", "a", ".", "*", "+", "?", "|", "(", ")", "(a|", "(ab", "[ab]", "[^a]", "[a-c]", "[[:alpha:]]",
                                       "^", "$", "{2}", "{1,2}", "{,2}", "{2,}", "\\", "\\1", "\\b", "\\<", "\\>", "\\w", "\\W", "\\B", "\\`", "\\'",
                                       "[]a]", "[[.a.]]", "[z", "{", "}", "\\.", "\n", "c", ")", "b", "ab", "[[=b=]-c]", "[b-]"};
static const char *const basic[] = {"a", "b", "a", ".", "*", "\\+", "\\?", "\\|", "\\(", "\\)", "\\(a\\|", "\\(ab", "[ab]", "[^a]", "[a-c]", "[[:digit:]]",
                                    "^", "$", "\\{2\\}", "\\{1,2\\}", "\\{2,\\}", "\\1", "\\b", "\\w", "\\s", "\\S", "\\{", "\\)", "c", "b", "ab", "(", "+",
                                    "?", "|", "{", "\\*", "\\."};
static const char *const letters[] = {"a", "b", "a", "b", "c", "ab", "A", "\n", " ", "_", "1"};

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Repetitions of groups and references: which of several ways the parts come from, and which ways glibc finds, is another matter. */
static int is_clear(const char *pattern) {
    return strchr(pattern, '\\') == NULL && strchr(pattern, '(') == NULL;
}

static long valid;

static void one_posix(void) {
    char pattern[100], text[40];
    int flags = (below(2) ? REG_EXTENDED : 0) | (below(4) == 0 ? REG_ICASE : 0) | (below(4) == 0 ? REG_NEWLINE : 0);
    if (flags & REG_EXTENDED) {
        make(pattern, extended, COUNT(extended), 6);
    } else {
        make(pattern, basic, COUNT(basic), 6);
    }
    regex_t ours, theirs;
    int got = pl_regcomp(&ours, pattern, flags), expected = regcomp(&theirs, pattern, flags);
    CHECK((got == 0) == (expected == 0), "\"%s\", %d: %d instead of %d", pattern, flags, got, expected);
    if (got == 0 && expected == 0) {
        valid++;
        CHECK(ours.re_nsub == theirs.re_nsub, "\"%s\": %zu %zu parts", pattern, ours.re_nsub, theirs.re_nsub);
        for (int i = 0; i < 8; i++) {
            regmatch_t a[4], b[4];
            int how = (below(4) == 0 ? REG_NOTBOL : 0) | (below(4) == 0 ? REG_NOTEOL : 0);
            make(text, letters, COUNT(letters), 7);
            const char *dollar = strchr(pattern, '$');
            int within = (pattern[0] != '\0' && strchr(pattern + 1, '^') != NULL) || (dollar != NULL && dollar[1] != '\0');
            if (!(flags & REG_NEWLINE) && within && strchr(text, '\n') != NULL) {
                /* In glibc, a ^ or $ within a pattern sometimes matches at the end of a line. */
                continue;
            }
            int one = pl_regexec(&ours, text, 4, a, how), other = regexec(&theirs, text, 4, b, how);
            CHECK(one == other, "\"%s\", %d on \"%s\", %d: %d instead of %d", pattern, flags, text, how, one, other);
            if (one == 0 && other == 0) {
                CHECK(a[0].rm_so == b[0].rm_so && a[0].rm_eo == b[0].rm_eo, "\"%s\", %d on \"%s\": %d-%d instead of %d-%d", pattern, flags, text, a[0].rm_so,
                      a[0].rm_eo, b[0].rm_so, b[0].rm_eo);
                CHECK(!is_clear(pattern) || memcmp(a, b, sizeof a) == 0, "\"%s\" on \"%s\": parts", pattern, text);
            }
        }
    }
    if (got == 0) {
        pl_regfree(&ours);
    }
    if (expected == 0) {
        regfree(&theirs);
    }
}

static void parts(void) {
    static const struct {
        const char *pattern, *text;
    } cases[] = {{"(a*)(b*)", "aabb"}, {"(a|ab)(c|bcd)?", "abcd"}, {"x(a+)(.)y", "xaaby"}, {"([a-c]+)=([0-9]*)", "--abc=12."}, {"(a)|(b)", "b"},
                 {"^(.*):(.*)$", "a:b:c"}, {"((a)(b))", "ab"}, {"(a?)(ab)?", "ab"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        regex_t ours, theirs;
        regmatch_t a[5], b[5];
        CHECK(pl_regcomp(&ours, cases[i].pattern, REG_EXTENDED) == 0 && regcomp(&theirs, cases[i].pattern, REG_EXTENDED) == 0, "%s", cases[i].pattern);
        CHECK(pl_regexec(&ours, cases[i].text, 5, a, 0) == 0 && regexec(&theirs, cases[i].text, 5, b, 0) == 0, "%s", cases[i].pattern);
        for (int k = 0; k < 5; k++) {
            CHECK(a[k].rm_so == b[k].rm_so && a[k].rm_eo == b[k].rm_eo, "%s on %s, part %d: %d-%d instead of %d-%d", cases[i].pattern, cases[i].text, k,
                  a[k].rm_so, a[k].rm_eo, b[k].rm_so, b[k].rm_eo);
        }
        pl_regfree(&ours);
        regfree(&theirs);
    }
    for (int error = 0; error <= 16; error++) {
        char one[40], other[40];
        CHECK(pl_regerror(error, NULL, one, 9) == regerror(error, NULL, other, 9) && strcmp(one, other) == 0, "%d: %s %s", error, one, other);
        CHECK(pl_regerror(error, NULL, one, 40) == regerror(error, NULL, other, 40) && strcmp(one, other) == 0, "%d: %s %s", error, one, other);
    }
}

static void one_gnu(void) {
    static const unsigned long syntaxes[] = {RE_SYNTAX_EMACS, RE_SYNTAX_GREP, RE_SYNTAX_EGREP, RE_SYNTAX_POSIX_BASIC, RE_SYNTAX_POSIX_EXTENDED,
                                             RE_SYNTAX_POSIX_MINIMAL_BASIC};
    char pattern[100], text[40];
    make(pattern, letters, 6, 4);
    if (below(2)) {
        strcat(pattern, below(2) ? "*" : "[ab]");
    }
    unsigned long syntax = syntaxes[below(COUNT(syntaxes))];
    pl_re_set_syntax(syntax), re_set_syntax(syntax);
    CHECK(pl_re_syntax_options == re_syntax_options, "%lx", syntax);
    struct re_pattern_buffer ours, theirs;
    char map[256];
    memset(&ours, 0, sizeof ours), memset(&theirs, 0, sizeof theirs);
    const char *got = pl_re_compile_pattern(pattern, strlen(pattern), &ours), *expected = re_compile_pattern(pattern, strlen(pattern), &theirs);
    CHECK((got == NULL) == (expected == NULL), "\"%s\": %s %s", pattern, got, expected);
    ours.fastmap = map;
    CHECK(pl_re_compile_fastmap(&ours) == 0, "map");
    struct re_registers a = {0}, b = {0};
    for (int i = 0; got == NULL && expected == NULL && i < 8; i++) {
        make(text, letters, COUNT(letters), 7);
        int length = (int)strlen(text), start = (int)below((unsigned)length + 1), range = (int)below(12) - 6;
        range = start + range < 0 ? -start : start + range > length ? length - start : range;
        int one = pl_re_search(&ours, text, length, start, range, &a), other = re_search(&theirs, text, length, start, range, &b);
        CHECK(one == other, "\"%s\" on \"%s\" from %d by %d: %d %d", pattern, text, start, range, one, other);
        if (one >= 0 && other >= 0) {
            CHECK(a.start[0] == b.start[0] && a.end[0] == b.end[0] && a.num_regs == b.num_regs, "\"%s\" on \"%s\": %d-%d %d-%d", pattern, text, a.start[0],
                  a.end[0], b.start[0], b.end[0]);
        }
        one = pl_re_match(&ours, text, length, start, NULL), other = re_match(&theirs, text, length, start, NULL);
        CHECK(one == other, "\"%s\" on \"%s\" at %d: %d %d", pattern, text, start, one, other);
    }
    pl_re_set_registers(&ours, &a, 0, NULL, NULL);
    ours.fastmap = NULL;
    pl_regfree(&ours);
    regfree(&theirs);
}

void regular_expressions(void) {
    parts();
    for (int i = 0; i < 30000; i++) {
        one_posix();
        one_gnu();
    }
    CHECK(valid > 5000, "%ld valid patterns", valid);
}
