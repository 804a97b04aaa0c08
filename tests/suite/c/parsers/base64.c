// Base64, both ways. Planted: the decoder's table is indexed by a plain char, which may be negative; a last group of
// one character is decoded like one of two; the encoder's buffer is sized without the padding that it writes.
#include "inputs.h"
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// The value of each character, or -1; filled in once.
static signed char *values;

static void prepare(void) {
    values = malloc(256);
    memset(values, -1, 256);
    for (int i = 0; i < 64; i++) {
        values[(unsigned char)alphabet[i]] = (signed char)i;
    }
}

static size_t encoded_size(size_t length) {
#ifndef MENDED
    return (length * 4 + 2) / 3 + 1;
#else
    return (length + 2) / 3 * 4 + 1;
#endif
}

// The text for some bytes, to be freed.
static char *encode(const unsigned char *bytes, size_t length) {
    char *text = malloc(encoded_size(length));
    char *out = text;
    while (length > 0) {
        size_t taken = length < 3 ? length : 3;
        unsigned long group = 0;
        for (size_t i = 0; i < 3; i++) {
            group = group << 8 | (i < taken ? bytes[i] : 0);
        }
        for (size_t i = 0; i < 4; i++) {
            *out++ = i <= taken ? alphabet[group >> (18 - 6 * i) & 63] : '='; //~ error: out-of-bounds
        }
        bytes += taken;
        length -= taken;
    }
    *out = '\0'; //~ error: out-of-bounds
    return text;
}

static int value_of(const char *text) {
#ifndef MENDED
    return values[*text]; //~ error: out-of-bounds
#else
    return values[(unsigned char)*text];
#endif
}

// Decodes a text without padding into `bytes`, which has room for `room` of them; how many, or -1.
static long decode(const char *text, size_t length, unsigned char *bytes, size_t room) {
    size_t produced = 0;
    while (length > 0) {
        size_t taken = length < 4 ? length : 4;
        unsigned long group = 0;
        for (size_t i = 0; i < taken; i++) {
            int value = value_of(text + i);
            if (value < 0) {
                return -1;
            }
            group |= (unsigned long)value << (18 - 6 * i);
        }
#ifdef MENDED
        if (taken == 1) {
            return -1;
        }
#endif
        size_t bytes_of_group = taken - 1;
        if (bytes_of_group > room - produced) {
            return -1;
        }
        // The bits that no byte takes must be zero, or two texts would mean the same bytes.
        unsigned long rest = group & ((1ul << (24 - 8 * bytes_of_group)) - 1);
        if (taken < 4 && rest != 0) {
            return -1;
        }
        pleach_assert(bytes_of_group > 0); //~ error: assert
        for (size_t i = 0; i < bytes_of_group; i++) {
            bytes[produced++] = (unsigned char)(group >> (16 - 8 * i));
        }
        text += taken;
        length -= taken;
    }
    return (long)produced;
}

static size_t without_padding(const char *text, size_t length) {
    for (int i = 0; i < 2 && length > 0 && text[length - 1] == '='; i++) {
        length--;
    }
    return length;
}

// Whether the bytes come back from their own text.
static int round_trip(const unsigned char *bytes, size_t length) {
    char *text = encode(bytes, length);
    unsigned char back[8];
    long count = decode(text, without_padding(text, strlen(text)), back, sizeof back);
    int same = count == (long)length && memcmp(bytes, back, length) == 0;
    free(text);
    return same;
}

int main(void) {
    prepare();
    int result;
    if (pleach_range(0, 2, "encode")) {
        unsigned char bytes[3];
        size_t length = (size_t)pleach_range(0, 4, "length");
        pleach_symbolic(bytes, sizeof bytes, "bytes");
        pleach_assume((bytes[0] == 'k') & (bytes[1] == 0xff) & (bytes[2] < 4));
        result = !round_trip(bytes, length);
    } else {
        char text[6];
        unsigned char bytes[4];
        symbolic_text(text, sizeof text, "AQ/\xc3=", "text");
        pleach_assume((text[0] == 'A') & (text[1] == 'Q') & (text[2] == '/'));
        long count = decode(text, without_padding(text, sizeof text), bytes, sizeof bytes);
        result = count < 0 ? 10 : (int)count;
    }
    free(values);
    return result;
}

// paths: 19
