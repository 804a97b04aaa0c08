// Characters become six bits each; another character or too short an end is a mistake.
#include "input.h"
#include <stdlib.h>

static int value(unsigned char c) {
    if (c >= 'A' && c <= 'Z') {
        return c - 'A';
    }
    if (c >= 'a' && c <= 'z') {
        return c - 'a' + 26;
    }
    if (c >= '0' && c <= '9') {
        return c - '0' + 52;
    }
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static int decode(const char *s, unsigned char *out) {
    unsigned word = 0, bits = 0;
    int used = 0;
    for (; *s != '\0' && *s != '='; s++) {
        int v = value(*s);
        if (v < 0) {
            return -1;
        }
        word = word << 6 | v;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out[used++] = word >> bits & 0xff;
        }
    }
    return used;
}

int main(void) {
    char *s = text();
    unsigned char out[SIZE];
    int used = decode(s, out);
    free(s);
    return used < 0 ? 255 : used;
}
