// A tokenizer for a language like C: identifiers and keywords, numbers with suffixes, characters with escapes,
// comments. Planted: a hexadecimal escape shifts whatever number of digits it has into an int; a keyword is put into
// capitals where it stands in the constant table; a comment that is not closed is followed past the end of the text.
// cflags: -fsanitize=undefined
#include "inputs.h"
#include <ctype.h>
#include <pleach.h>
#include <stddef.h>
#include <string.h>

enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_KEYWORD, TOKEN_NUMBER, TOKEN_CHARACTER, TOKEN_SYMBOL, TOKEN_BAD };

struct token {
    enum token_kind kind;
    const char *begin;
    size_t length;
    int value;           // of a number and a character
    const char *keyword; // in capitals
};

struct lexer {
    const char *at;
    const char *end;
    int line;
};

static const char keywords[][4] = {"if", "do", "for"};

static int peek(const struct lexer *l, ptrdiff_t ahead) {
    return l->end - l->at > ahead ? (unsigned char)l->at[ahead] : -1;
}

// Skips blanks and comments; whether all comments were closed.
static int skip(struct lexer *l) {
    for (;;) {
        if (peek(l, 0) == ' ' || peek(l, 0) == '\n') {
            l->line += *l->at++ == '\n';
        } else if (peek(l, 0) == '/' && peek(l, 1) == '*') {
            l->at += 2;
#ifndef MENDED
            while (!(l->at[0] == '*' && l->at[1] == '/')) { //~ error: out-of-bounds, out-of-bounds
                l->at++;
            }
#else
            while (!(peek(l, 0) == '*' && peek(l, 1) == '/')) {
                if (l->at == l->end) {
                    return 0;
                }
                l->at++;
            }
#endif
            l->at += 2;
        } else {
            return 1;
        }
    }
}

static const char *capitals(int keyword) {
#ifndef MENDED
    char *text = (char *)keywords[keyword];
    for (char *c = text; *c != '\0'; c++) {
        *c = (char)toupper(*c); //~ error: read-only-write
    }
    return text;
#else
    static const char upper[][4] = {"IF", "DO", "FOR"};
    return upper[keyword];
#endif
}

static void read_name(struct lexer *l, struct token *token) {
    while (isalpha(peek(l, 0)) || isdigit(peek(l, 0))) {
        l->at++;
    }
    token->kind = TOKEN_NAME;
    size_t length = (size_t)(l->at - token->begin);
    for (int i = 0; i < 3; i++) {
        if (strlen(keywords[i]) == length && memcmp(keywords[i], token->begin, length) == 0) {
            token->kind = TOKEN_KEYWORD;
            token->keyword = capitals(i);
        }
    }
}

static void read_number(struct lexer *l, struct token *token) {
    token->kind = TOKEN_NUMBER;
    while (isdigit(peek(l, 0))) {
        token->value = token->value * 10 + (*l->at++ - '0');
    }
    if (peek(l, 0) == 'u') {
        l->at++;
    }
    if (isalpha(peek(l, 0))) {
        token->kind = TOKEN_BAD;
    }
}

static int hex_value(int c) {
    return isdigit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// 'c', '\n' or '\x…'
static void read_character(struct lexer *l, struct token *token) {
    token->kind = TOKEN_BAD;
    int c = peek(l, 1);
    l->at += 2;
    if (c == '\\' && peek(l, 0) == 'x') {
        c = 0;
        for (l->at++; hex_value(peek(l, 0)) >= 0; l->at++) {
#ifdef MENDED
            if (c > 0xf) {
                return;
            }
#endif
            c = c << 4 | hex_value(*l->at); //~ error: overshift
        }
    } else if (c == '\\' && peek(l, 0) == 'n') {
        l->at++;
        c = '\n';
    }
    if (peek(l, 0) == '\'') {
        l->at++;
        token->kind = TOKEN_CHARACTER;
        token->value = c;
    }
}

static struct token next_token(struct lexer *l) {
    int closed = skip(l);
    struct token token = {TOKEN_END, l->at, 0, 0, NULL};
    int c = peek(l, 0);
    if (!closed) {
        token.kind = TOKEN_BAD;
    } else if (isalpha(c)) {
        read_name(l, &token);
    } else if (isdigit(c)) {
        read_number(l, &token);
    } else if (c == '\'') {
        read_character(l, &token);
    } else if (c >= 0) {
        l->at++;
        token.kind = TOKEN_SYMBOL;
    }
    token.length = (size_t)(l->at - token.begin);
    return token;
}

// A text that begins in one of these ways.
int main(void) {
    static const char *const beginnings[] = {"'\\x7ffffff", "/*", "d"};
    char text[16];
    size_t length = 0;
    int beginning = pleach_range(0, 3, "beginning");
    for (int i = 0; i < 3; i++) {
        if (i == beginning) {
            length = strlen(beginnings[i]);
            memcpy(text + sizeof text - 3 - length, beginnings[i], length);
        }
    }
    symbolic_text(text + sizeof text - 3, 3, "o*/f'", "text");
    struct lexer lexer = {text + sizeof text - 3 - length, text + sizeof text, 1};
    int tokens = 0;
    struct token token;
    do {
        token = next_token(&lexer);
        tokens++;
    } while (token.kind != TOKEN_END && token.kind != TOKEN_BAD);
    return token.kind == TOKEN_END ? tokens : 20;
}

// paths: 76
