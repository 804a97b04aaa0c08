/* What the lexers share: the longest match by tables of 16-bit entries, as the lexers do that flex makes. A lexer includes its
 * tables before this.
 *
 * A byte has a class (yy_ec), and a state has a row in yy_nxt, from yy_base on, of the states that follow for each class. Rows
 * lie in each other's gaps, so yy_chk tells whose an entry is; what a row does not have is looked up in that of another state,
 * yy_def. So each byte costs some reads at places that are sums of what was read before, and the state stays symbolic. After a
 * token the lexer may change its mode (yy_begin, yy_start), as start conditions do. */
#include "arrays.h"

struct lexer {
    const uint8_t *text;
    unsigned length, at;
    int mode;
};

static int next_state(int state, uint8_t byte) {
    int class = yy_ec[byte];
    while (yy_chk[yy_base[state] + class] != state)
        state = yy_def[state];
    return yy_nxt[yy_base[state] + class];
}

/* The rule of the next token, and the lexer behind it; or 0 where none matches. */
static int next_token(struct lexer *lexer) {
    int state = yy_start[lexer->mode], accepted = 0;
    unsigned end = lexer->at;
    for (unsigned i = lexer->at; i < lexer->length; i++) {
        state = next_state(state, lexer->text[i]);
        if (state == JAM)
            break;
        if (yy_accept[state]) {
            accepted = state;
            end = i + 1;
        }
    }
    int rule = yy_accept[accepted];
    check((rule >= 0) & (rule <= RULES));
    if (!yy_again[rule])
        lexer->at = end;
    if (rule != 0)
        lexer->mode = yy_begin[rule];
    return rule;
}

static inline int is_between(int low, int value, int high) {
    return (low <= value) & (value <= high);
}

static inline int is_digit(uint8_t byte) {
    return is_between('0', byte, '9');
}

/* A letter or what counts as one. */
static inline int is_letter(uint8_t byte) {
    return is_between('a', byte, 'z') | is_between('A', byte, 'Z') | (byte == '_');
}
