/* Tokens of SGML and XML, with the tables of a lexer as flex makes them: see lexer.h. Content, tags and declarations are
 * modes. */
#include "lexers/sgml.h"

#include "lexer.h"

#ifndef N
#define N 5
#endif

int main(void) {
    uint8_t text[N];
    make_bytes(text, N, "text");
    struct lexer lexer = {text, N, 0, 0};
    unsigned opened = 0, closed = 0, declared = 0, characters = 0;
    while (lexer.at < N) {
        uint8_t first = text[lexer.at];
        int rule = next_token(&lexer);
        if (rule == 0)
            return 1;
        uint8_t last = text[lexer.at - 1];
        if (rule == OPEN_TAG) {
            opened++;
            check(first == '<');
        } else if (rule == CLOSE_TAG) {
            closed++;
            check((first == '<') & (last != '<'));
        } else if (rule == XML_DECLARATION) {
            declared++;
        } else if (rule == TAG_END) {
            check((opened + closed + declared > 0) & (last == '>'));
        } else if (is_between(FIRST_ENTITY, rule, HEX_CHARACTER)) {
            characters++;
            check((first == '&') & (last != '&'));
        } else if ((rule == QUOTED) | (rule == LITERAL)) {
            check((first == last) & ((first == '"') | (first == '\'')));
        }
    }
    check(2 * opened + 3 * closed + 2 * characters <= N);
    return 0;
}
