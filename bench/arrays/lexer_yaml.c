/* Tokens of YAML, with the tables of a lexer as flex makes them: see lexer.h. Documents and directives begin a line, which is
 * a mode of its own. */
#include "lexers/yaml.h"

#include "lexer.h"

#ifndef N
#define N 4
#endif

int main(void) {
    uint8_t text[N];
    make_bytes(text, N, "text");
    struct lexer lexer = {text, N, 0, 0};
    unsigned documents = 0, anchors = 0, scalars = 0;
    while (lexer.at < N) {
        uint8_t first = text[lexer.at];
        int rule = next_token(&lexer);
        if (rule == 0)
            return 1;
        if (rule == NO_INDENTATION)
            continue;
        uint8_t last = text[lexer.at - 1];
        if (rule == DOCUMENT) {
            documents++;
            check((first == '-') & (last == '-'));
        } else if ((rule == ANCHOR) | (rule == ALIAS)) {
            anchors++;
            check((first == '&') | (first == '*'));
        } else if (is_between(FIRST_NULL_WORD, rule, LAST_FALSE_WORD)) {
            scalars++;
            check(is_letter(first) | (first == '~'));
        } else if (is_between(INTEGER, rule, TIME)) {
            scalars++;
            check(is_digit(first) | is_between('+', first, '.'));
        } else if ((rule == SINGLE_QUOTED) | (rule == DOUBLE_QUOTED)) {
            scalars++;
            check(first == last);
        }
    }
    check(3 * documents + 2 * anchors + scalars <= N);
    return 0;
}
