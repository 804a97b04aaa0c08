// A tokenizer and printer for JSON: a recursive descent over a text with escapes, numbers and nesting.
// cflags: -Wno-missing-field-initializers
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *at;
    int depth, deepest, values, failed;
};

static void skip(struct reader *r) {
    while (isspace((unsigned char)*r->at)) {
        r->at++;
    }
}

static void string(struct reader *r) {
    putchar('"');
    for (r->at++; *r->at != '"'; r->at++) {
        if (*r->at == '\0') {
            r->failed = 1;
            return;
        }
        if (*r->at == '\\') {
            r->at++;
            if (*r->at == 'u') {
                char digits[5] = {0};
                memcpy(digits, r->at + 1, 4);
                printf("<%ld>", strtol(digits, NULL, 16));
                r->at += 4;
                continue;
            }
            putchar('\\');
        }
        putchar(*r->at);
    }
    putchar('"');
    r->at++;
}

static void value(struct reader *r);

static void sequence(struct reader *r, char close, int keys) {
    if (++r->depth > r->deepest) {
        r->deepest = r->depth;
    }
    putchar(*r->at++);
    for (skip(r); *r->at != close && !r->failed; skip(r)) {
        if (keys) {
            string(r);
            skip(r);
            if (*r->at++ != ':') {
                r->failed = 1;
                return;
            }
            putchar(':');
        }
        value(r);
        skip(r);
        if (*r->at == ',') {
            putchar(*r->at++);
        } else if (*r->at != close) {
            r->failed = 1;
        }
    }
    putchar(close);
    r->at++;
    r->depth--;
}

static void value(struct reader *r) {
    static const char *const words[] = {"true", "false", "null"};
    skip(r);
    r->values++;
    if (*r->at == '{' || *r->at == '[') {
        sequence(r, *r->at == '{' ? '}' : ']', *r->at == '{');
    } else if (*r->at == '"') {
        string(r);
    } else if (*r->at == '-' || isdigit((unsigned char)*r->at)) {
        char *end;
        printf("%ld", strtol(r->at, &end, 10));
        r->at = end;
    } else {
        for (int i = 0; i < 3; i++) {
            size_t n = strlen(words[i]);
            if (strncmp(r->at, words[i], n) == 0) {
                putchar(words[i][0]);
                r->at += n;
                return;
            }
        }
        r->failed = 1;
    }
}

int main(void) {
    static const char *const texts[] = {
        "{ \"name\": \"pl\\\"each\", \"list\": [1, -20, [ ], {\"deep\": [[[3]]]}], \"ok\":true , \"no\" : null}",
        "[\"\\u0041\\n\", false, \"\"]", "[1, 2", "{\"a\" 1}", "[tru]", "  12  ",
    };
    for (int i = 0; i < 6; i++) {
        struct reader r = {.at = texts[i]};
        value(&r);
        printf(" values %d depth %d failed %d\n", r.values, r.deepest, r.failed);
    }
    return 0;
}
// paths: 1
