// Takes quotation marks away and puts what a backslash stands for, in place.
#include "input.h"
#include <stdlib.h>

static int dequote(char *s) {
    char *out = s;
    if (*s != '"') {
        return -1;
    }
    for (const char *p = s + 1; *p != '\0'; p++) {
        if (*p == '"') {
            *out = '\0';
            return p[1] == '\0' ? (int)(out - s) : -2;
        }
        if (*p == '\\') {
            p++;
            if (*p == '\0') {
                return -3;
            }
            *out++ = *p == 'n' ? '\n' : *p;
        } else {
            *out++ = *p;
        }
    }
    return -4;
}

int main(void) {
    char *s = text();
    int length = dequote(s);
    int result = length < 0 ? 200 - length : length;
    free(s);
    return result;
}
