/* Tokens of C, with the tables of a lexer as flex makes them: see lexer.h. */
#include "lexers/c.h"

#include "lexer.h"

#ifndef N
#define N 4
#endif

int main(void) {
    uint8_t text[N];
    make_bytes(text, N, "text");
    struct lexer lexer = {text, N, 0, 0};
    unsigned keywords = 0, names = 0, tokens = 0;
    while (lexer.at < N) {
        uint8_t first = text[lexer.at];
        int rule = next_token(&lexer);
        if (rule == 0)
            return 1;
        uint8_t last = text[lexer.at - 1];
        tokens++;
        if (rule <= LAST_KEYWORD) {
            keywords++;
            check(is_between('a', last, 'z') & (is_between('a', first, 'w') | (first == '_')));
        } else if (rule == IDENTIFIER) {
            names++;
            check(is_letter(first) & (is_letter(last) | is_digit(last)));
        } else if (rule <= HEX_FLOATING) {
            check(is_digit(first) | (first == '.'));
        } else if (rule <= STRING) {
            check((first == last) | (first == 'L'));
        }
    }
    check((2 * keywords + names <= N) & (tokens <= N));
    return 0;
}
