// Two digits become one byte; anything else ends the number.
#include "input.h"
#include <stdlib.h>

static int digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return -1;
}

int main(void) {
    char *s = text();
    unsigned char out[SIZE];
    int used = 0;
    for (const char *p = s; p[0] != '\0' && p[1] != '\0'; p += 2) {
        int high = digit(p[0]), low = digit(p[1]);
        if (high < 0 || low < 0) {
            break;
        }
        out[used++] = (unsigned char)(high << 4 | low);
    }
    int result = used > 0 && out[0] == 0xca ? 100 : used;
    free(s);
    return result;
}
