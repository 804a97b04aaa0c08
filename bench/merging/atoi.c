// A sign, digits, and a limit that the number must not pass.
#include "input.h"
#include <stdint.h>
#include <stdlib.h>

static int number(const char *s, int32_t *out) {
    int negative = *s == '-';
    if (*s == '-' || *s == '+') {
        s++;
    }
    if (*s == '\0') {
        return 0;
    }
    int32_t value = 0;
    for (; *s >= '0' && *s <= '9'; s++) {
        value = value * 10 + (*s - '0');
        if (value > 99999) {
            return 0;
        }
    }
    *out = negative ? -value : value;
    return *s == '\0';
}

int main(void) {
    char *s = text();
    int32_t value = 0;
    int ok = number(s, &value);
    free(s);
    return !ok ? 255 : value == -42 ? 1 : value > 500 ? 2 : 3;
}
