// Decodes %41 and plus signs, in place.
#include "input.h"
#include <stdlib.h>

static int digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

static int decode(char *s) {
    char *out = s;
    const char *p = s;
    while (*p != '\0') {
        if (*p == '%') {
            if (p[1] == '\0' || digit(p[1]) < 0 || digit(p[2]) < 0) {
                return -1;
            }
            *out++ = (char)(digit(p[1]) * 16 + digit(p[2]));
            p += 3;
        } else {
            *out++ = *p == '+' ? ' ' : *p;
            p++;
        }
    }
    return (int)(out - s);
}

int main(void) {
    char *s = text();
    int length = decode(s);
    int result = length < 0 ? 255 : length > 0 && s[0] == '/' ? 100 : length;
    free(s);
    return result;
}
