// Patterns of POSIX and GNU on symbolic text: what matches is what natively matches.
#define _GNU_SOURCE
#include <pleach.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[4];
    pleach_symbolic(text, sizeof text, "text");
    text[3] = '\0';
    regex_t number, word;
    regmatch_t parts[2];
    if (regcomp(&number, "^-?([0-9]+)$", REG_EXTENDED) != 0)
        return 1; //~ dead
    if (regexec(&number, text, 2, parts, 0) == 0) {
        pleach_assert(parts[1].rm_eo == (int)strlen(text) && parts[1].rm_so == (text[0] == '-'));
        puts("a number");
    }
    regfree(&number);
    struct re_pattern_buffer again;
    memset(&again, 0, sizeof again);
    re_set_syntax(RE_SYNTAX_POSIX_BASIC);
    if (re_compile_pattern("\\(x\\)y*\\1", 10, &again) != NULL)
        return 1; //~ dead
    int at = re_search(&again, text, (int)strlen(text), 0, (int)strlen(text), NULL);
    pleach_assert(at < 1 || (text[1] == 'x' && text[2] == 'x'));
    printf("%d\n", at);
    regfree(&again);
    return 0;
}

// paths: any
