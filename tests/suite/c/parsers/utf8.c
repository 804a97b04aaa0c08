// A decoder of UTF-8 and its inverse, and a function that cuts a text after at most so many bytes. Planted: a
// sequence that the end of the text cuts off is read past it; surrogates are let through and abort the encoder; the
// cut steps back to the beginning of a character, beyond the text where it begins in the middle of one.
#include "inputs.h"
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned int rune;

enum { BAD_RUNE = 0xfffd };

struct source {
    const unsigned char *at;
    const unsigned char *end;
};

// The length of a sequence by its first byte; 0 where none begins so.
static int sequence_length(unsigned char first) {
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xc2 && first <= 0xdf) {
        return 2;
    }
    if ((first & 0xf0) == 0xe0) {
        return 3;
    }
    return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

static int is_continuation(unsigned char byte) {
    return (byte & 0xc0) == 0x80;
}

static int is_surrogate(rune r) {
    return r >= 0xd800 && r <= 0xdfff;
}

// The next character, BAD_RUNE for a byte that belongs to none.
static rune next_rune(struct source *s) {
    static const rune least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = *s->at++;
    int length = sequence_length(first);
    if (length == 0) {
        return BAD_RUNE;
    }
    if (length == 1) {
        return first;
    }
#ifdef MENDED
    if (s->end - s->at < length - 1) {
        return BAD_RUNE;
    }
#endif
    rune value = first & (0x7f >> length);
    for (int i = 0; i < length - 1; i++) {
        unsigned char byte = s->at[i]; //~ error: out-of-bounds
        if (!is_continuation(byte)) {
            return BAD_RUNE;
        }
        value = value << 6 | (byte & 0x3f);
    }
    if (value < least[length] || value > 0x10ffff) {
        return BAD_RUNE;
    }
#ifdef MENDED
    if (is_surrogate(value)) {
        return BAD_RUNE;
    }
#endif
    s->at += length - 1;
    return value;
}

// Appends a character to a text and returns its new end.
static unsigned char *append_rune(unsigned char *to, rune r) {
    if (is_surrogate(r) || r > 0x10ffff) {
        abort(); //~ error: abort
    }
    if (r < 0x80) {
        *to++ = (unsigned char)r;
    } else if (r < 0x800) {
        *to++ = (unsigned char)(0xc0 | r >> 6);
        *to++ = (unsigned char)(0x80 | (r & 0x3f));
    } else if (r < 0x10000) {
        *to++ = (unsigned char)(0xe0 | r >> 12);
        *to++ = (unsigned char)(0x80 | (r >> 6 & 0x3f));
        *to++ = (unsigned char)(0x80 | (r & 0x3f));
    } else {
        *to++ = (unsigned char)(0xf0 | r >> 18);
        *to++ = (unsigned char)(0x80 | (r >> 12 & 0x3f));
        *to++ = (unsigned char)(0x80 | (r >> 6 & 0x3f));
        *to++ = (unsigned char)(0x80 | (r & 0x3f));
    }
    return to;
}

// The text with every byte that belongs to no character replaced; how many characters it has.
static size_t repair(const unsigned char *text, size_t length, unsigned char *to, size_t *to_length) {
    struct source s = {text, text + length};
    unsigned char *begin = to;
    size_t count = 0;
    for (; s.at < s.end; count++) {
        to = append_rune(to, next_rune(&s));
    }
    *to_length = (size_t)(to - begin);
    return count;
}

static int is_valid(const unsigned char *text, size_t length) {
    struct source s = {text, text + length};
    while (s.at < s.end) {
        const unsigned char *before = s.at;
        if (next_rune(&s) == BAD_RUNE && s.at == before + 1) {
            return 0;
        }
    }
    return 1;
}

// The length of the longest part of at most `room` bytes that does not end within a character.
static size_t cut(const unsigned char *text, size_t length, size_t room) {
    if (length <= room) {
        return length;
    }
#ifndef MENDED
    while (is_continuation(text[room])) { //~ error: out-of-bounds
#else
    while (room > 0 && is_continuation(text[room])) {
#endif
        room--;
    }
    return room;
}

int main(void) {
    unsigned char text[3], repaired[3 * sizeof text];
    size_t length = 0;
    symbolic_text((char *)text, sizeof text, "A\xc3\xa0\x80\xed", "text");
    size_t short_length = cut(text, sizeof text, 2);
    size_t count = short_length + repair(text, sizeof text, repaired, &length);
    pleach_assert(is_valid(repaired, length));
    return (int)count;
}

// paths: 65
