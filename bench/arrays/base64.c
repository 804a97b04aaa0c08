/* Decodes N characters of base64 by a table of 256 signed bytes, four characters to three bytes, up to the first that is none
 * or is padding; then encodes what was decoded by a table of 64 and compares: reads at what was read before. Bytes that can be
 * printed are counted, each of which is made from two characters. */
#include "arrays.h"

#ifndef N
#define N 12
#endif

static const char letters[64] = {
    'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V',
    'W', 'X', 'Y', 'Z', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r',
    's', 't', 'u', 'v', 'w', 'x', 'y', 'z', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '+', '/',
};

enum { NOT_BASE64 = -1, PADDING = -2, BLANK = -3 };

static int8_t value_of[256];

static void make_values(void) {
    for (unsigned i = 0; i < 256; i++)
        value_of[i] = NOT_BASE64;
    for (int8_t i = 0; i < 64; i++)
        value_of[(uint8_t)letters[i]] = i;
    value_of['='] = PADDING;
    value_of[' '] = value_of['\n'] = BLANK;
}

/* The characters that are neither blanks nor padding, without their end. */
static unsigned decode(const uint8_t *text, uint8_t *bytes, uint8_t *used) {
    uint32_t bits = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < N; i++) {
        int8_t value = value_of[text[i]];
        if (value < 0) {
            if (value == BLANK)
                continue;
            break;
        }
        used[count++] = text[i];
        bits = bits << 6 | (uint8_t)value;
        if (count % 4 == 0) {
            bytes[count / 4 * 3 - 3] = (uint8_t)(bits >> 16);
            bytes[count / 4 * 3 - 2] = (uint8_t)(bits >> 8);
            bytes[count / 4 * 3 - 1] = (uint8_t)bits;
            bits = 0;
        }
    }
    return count / 4 * 4;
}

int main(void) {
    uint8_t text[N], bytes[N], used[N];
    make_values();
    make_bytes(text, N, "text");
    unsigned count = decode(text, bytes, used), printable = 0;
    for (unsigned i = 0; i < count; i += 4) {
        const uint8_t *three = bytes + i / 4 * 3;
        uint32_t bits = (uint32_t)three[0] << 16 | (uint32_t)three[1] << 8 | three[2];
        for (unsigned j = 0; j < 4; j++)
            check(letters[bits >> (18 - 6 * j) & 63] == (char)used[i + j]);
    }
    for (unsigned i = 0; i < count / 4 * 3; i++)
        if (bytes[i] >= ' ' && bytes[i] <= '~')
            printable++;
    check(printable <= count);
    return 0;
}
