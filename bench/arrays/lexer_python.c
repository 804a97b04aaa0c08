/* Tokens of Python, with the tables of a lexer as flex makes them: see lexer.h. What a line begins with is told apart by a
 * mode. */
#include "lexers/python.h"

#include "lexer.h"

#ifndef N
#define N 4
#endif

int main(void) {
    uint8_t text[N];
    make_bytes(text, N, "text");
    struct lexer lexer = {text, N, 0, 0};
    unsigned keywords = 0, lines = 0;
    while (lexer.at < N) {
        uint8_t first = text[lexer.at];
        int rule = next_token(&lexer);
        if (rule == 0)
            return 1;
        if (rule == NO_INDENTATION)
            continue;
        uint8_t last = text[lexer.at - 1];
        if ((rule == LINE_END) | (rule == EMPTY_LINE)) {
            lines++;
            check(last == '\n');
        } else if (is_between(FIRST_KEYWORD, rule, LAST_KEYWORD)) {
            keywords++;
            check(is_between('a', last, 'z') & (is_between('a', first, 'y') | (first == 'F') | (first == 'N') | (first == 'T')));
        } else if (is_between(INTEGER, rule, IMAGINARY)) {
            check(is_digit(first) | (first == '.'));
        } else if (is_between(STRING, rule, OTHER_LONG_STRING)) {
            check((last == '\'') | (last == '"'));
        }
    }
    check(2 * keywords + lines <= N);
    return 0;
}
