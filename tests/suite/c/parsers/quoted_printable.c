// Quoted-printable of MIME: decoded in place and encoded with soft line breaks. Planted: the decoder is called on the
// default text, which is constant; an equals sign at the end has no digits behind it; the position in the line, by
// which the encoder breaks it, is a table's index too and goes one too far.
#include "inputs.h"
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4, FAILED = -1 };

static int hex_value(int c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : FAILED;
}

// Decodes `length` characters in place; the new length, or FAILED.
static int decode(char *text, int length) {
    int to = 0;
    for (int at = 0; at < length; at++) {
        char c = text[at];
        if (c == '=') {
#ifdef MENDED
            if (length - at < 2) {
                return FAILED;
            }
#endif
            if (text[at + 1] == '\n') { //~ error: out-of-bounds
                at++;
                continue;
            }
            if (length - at < 3) {
                return FAILED;
            }
            int high = hex_value(text[at + 1]), low = hex_value(text[at + 2]);
            if (high == FAILED || low == FAILED) {
                return FAILED;
            }
            c = (char)(high * 16 + low);
            at += 2;
        }
        text[to++] = c; //~ error: read-only-write
    }
    return to;
}

struct writer {
    char *text;
    int length;
    int *columns; // of the first LINE characters of a line: how often each was written
    int column;
};

static void put(struct writer *w, char c) {
    w->text[w->length++] = c;
    if (c == '\n') {
        w->column = 0;
        return;
    }
    w->columns[w->column]++; //~ error: out-of-bounds
    w->column++;
}

// Breaks the line softly where so many characters and the break itself do not fit any more.
static void reserve(struct writer *w, int count) {
#ifndef MENDED
    if (w->column + count > LINE) {
#else
    if (w->column + count >= LINE) {
#endif
        put(w, '=');
        put(w, '\n');
    }
}

// The encoded text, which is to be freed.
static char *encode(const char *bytes, int length, int *encoded_length) {
    static const char digits[] = "0123456789ABCDEF";
    struct writer w = {malloc((size_t)length * 5 + 1), 0, calloc(LINE, sizeof(int)), 0};
    for (int i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '\n') {
            put(&w, '\n');
        } else if (c >= ' ' && c < 127 && c != '=') {
            reserve(&w, 1);
            put(&w, (char)c);
        } else {
            reserve(&w, 3);
            put(&w, '=');
            put(&w, digits[c >> 4]);
            put(&w, digits[c & 15]);
        }
    }
    w.text[w.length] = '\0';
    *encoded_length = w.length;
    free(w.columns);
    return w.text;
}

// What a message without a body is taken for.
static const char default_text[] = "none";

static int body_length(char *body, int length) {
    if (length == 0) {
#ifndef MENDED
        body = (char *)default_text;
        length = (int)strlen(default_text);
#else
        return (int)strlen(default_text);
#endif
    }
    return decode(body, length);
}

int main(void) {
    int length = pleach_range(0, 4, "unknown");
    char *body = NULL;
    if (length > 0) {
        body = malloc((size_t)length + 2);
        memcpy(body, "AA", 2);
        symbolic_text(body + 2, (size_t)length, "=\nA3", "body");
        length += 2;
    }
    int decoded = body_length(body, length);
    int result = 0;
    if (decoded == FAILED) {
        result = 1;
    } else if (length > 0) {
        int encoded_length;
        char *encoded = encode(body, decoded, &encoded_length);
        int back = decode(encoded, encoded_length);
        result = back == decoded && memcmp(encoded, body, (size_t)decoded) == 0 ? 0 : 2;
        free(encoded);
    }
    free(body);
    return result;
}

// paths: 38
