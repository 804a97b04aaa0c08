/* Decodes base64 from standard input. The buffer for the result is counted in whole groups of the letters that are there, and a
 * last group that is cut short by the end of input is written all the same. */
#include <stdio.h>
#include <stdlib.h>

static int digit(int letter) {
    if (letter >= 'A' && letter <= 'Z')
        return letter - 'A';
    if (letter >= 'a' && letter <= 'z')
        return letter - 'a' + 26;
    if (letter >= '0' && letter <= '9')
        return letter - '0' + 52;
    return letter == '+' ? 62 : letter == '/' ? 63 : -1;
}

int main(void) {
    char text[64];
    size_t length = fread(text, 1, sizeof text, stdin);
    unsigned char *out = malloc(length / 4 * 3);
    size_t used = 0, count = 0;
    unsigned group = 0;
    for (size_t i = 0; i < length; i++) {
        int value = digit((unsigned char)text[i]);
        if (value < 0)
            return 1;
        group = group << 6 | (unsigned)value;
        if (++count == 4) {
            for (int shift = 16; shift >= 0; shift -= 8)
                out[used++] = (unsigned char)(group >> shift);
            count = 0;
        }
    }
    if (count == 2)
        out[used++] = (unsigned char)(group >> 4); //~ error: out-of-bounds
    fwrite(out, 1, used, stdout);
    free(out);
    return 0;
}
// stdin: 2
