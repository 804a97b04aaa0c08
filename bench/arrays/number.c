/* Reads a list of numbers as strtol with base 0 does, with a table of 16-bit flags as <ctype.h> has it, which begins at -1 for
 * the end of the text, and a table of the values of digits. The flags are tested by masks, so that the branches say little
 * about the characters themselves. */
#include "arrays.h"

#ifndef N
#define N 10
#endif

enum { SPACE = 1, DIGIT = 2, UPPER = 4, LOWER = 8, HEX = 16, PUNCTUATION = 32, CONTROL = 64, OCTAL = 128, SIGN = 256, END = 512 };

/* Of the character before the first, the end. */
static const uint16_t flags_table[257] = {
    [0] = END,
    [1 + 0 ... 1 + 8] = CONTROL,
    [1 + 9 ... 1 + 13] = CONTROL | SPACE,
    [1 + 14 ... 1 + 31] = CONTROL,
    [1 + ' '] = SPACE,
    [1 + '!' ... 1 + '*'] = PUNCTUATION,
    [1 + '+'] = PUNCTUATION | SIGN,
    [1 + ','] = PUNCTUATION,
    [1 + '-'] = PUNCTUATION | SIGN,
    [1 + '.' ... 1 + '/'] = PUNCTUATION,
    [1 + '0' ... 1 + '7'] = DIGIT | OCTAL | HEX,
    [1 + '8' ... 1 + '9'] = DIGIT | HEX,
    [1 + ':' ... 1 + '@'] = PUNCTUATION,
    [1 + 'A' ... 1 + 'F'] = UPPER | HEX,
    [1 + 'G' ... 1 + 'Z'] = UPPER,
    [1 + '[' ... 1 + '`'] = PUNCTUATION,
    [1 + 'a' ... 1 + 'f'] = LOWER | HEX,
    [1 + 'g' ... 1 + 'z'] = LOWER,
    [1 + '{' ... 1 + '~'] = PUNCTUATION,
    [1 + 127] = CONTROL,
};
static const uint16_t *const flags = flags_table + 1;

static const uint8_t digit_value[256] = {
    ['1'] = 1,  ['2'] = 2,  ['3'] = 3,  ['4'] = 4,  ['5'] = 5,  ['6'] = 6,  ['7'] = 7,  ['8'] = 8,
    ['9'] = 9,  ['A'] = 10, ['B'] = 11, ['C'] = 12, ['D'] = 13, ['E'] = 14, ['F'] = 15,
    ['a'] = 10, ['b'] = 11, ['c'] = 12, ['d'] = 13, ['e'] = 14, ['f'] = 15,
};

struct reader {
    const uint8_t *text;
    unsigned at;
};

/* The next character, or -1. */
static int peek(const struct reader *reader) {
    return reader->at < N ? reader->text[reader->at] : -1;
}

/* The number, and its base. */
static int64_t read_number(struct reader *reader, unsigned *base) {
    while (flags[peek(reader)] & SPACE)
        reader->at++;
    int negative = 0;
    if (flags[peek(reader)] & SIGN)
        negative = reader->text[reader->at++] == '-';
    uint16_t wanted = DIGIT;
    *base = 10;
    if (peek(reader) == '0') {
        wanted = OCTAL;
        *base = 8;
        if (reader->at + 1 < N && (reader->text[reader->at + 1] | 32) == 'x') {
            reader->at += 2;
            wanted = HEX;
            *base = 16;
        }
    }
    int64_t number = 0;
    while (flags[peek(reader)] & wanted) {
        unsigned digit = digit_value[reader->text[reader->at++]];
        check(digit < *base);
        number = number * *base + digit;
    }
    return negative ? -number : number;
}

/* Numbers of at most 255 with commas between them. */
int main(void) {
    uint8_t text[N];
    make_bytes(text, N, "text");
    struct reader reader = {text, 0};
    unsigned numbers = 0;
    for (;;) {
        unsigned begin = reader.at, base;
        int64_t number = read_number(&reader, &base);
        int64_t limit = 1;
        for (unsigned i = begin; i < reader.at; i++)
            limit *= base;
        check((number < limit) & (number > -limit));
        if (number > 255)
            return 2;
        numbers++;
        if (peek(&reader) != ',')
            break;
        reader.at++;
    }
    check(numbers <= N + 1);
    return flags[peek(&reader)] & (END | SPACE) ? 0 : 1;
}
