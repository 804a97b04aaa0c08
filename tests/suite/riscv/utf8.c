/* Counts the characters of UTF-8 on standard input. The first byte of a character is believed when it says how many follow. */
#include <stdio.h>
#include <stdlib.h>

static size_t size(unsigned char first) {
    if (first < 0x80)
        return 1;
    if (first >= 0xc0 && first < 0xe0)
        return 2;
    return first >= 0xe0 && first < 0xf0 ? 3 : 0;
}

int main(void) {
    unsigned char input[16];
    size_t length = fread(input, 1, sizeof input, stdin);
    unsigned char *text = malloc(length);
    for (size_t i = 0; i < length; i++)
        text[i] = input[i];
    size_t characters = 0;
    for (size_t at = 0; at < length; characters++) {
        size_t all = size(text[at]);
        if (all == 0)
            return 1;
        for (size_t i = 1; i < all; i++)
            if ((text[at + i] & 0xc0) != 0x80) //~ error: out-of-bounds
                return 2;
        at += all;
    }
    printf("%zu\n", characters);
    free(text);
    return 0;
}
// stdin: 2
