// Looks for a word and skips ahead by a table, as Boyer, Moore and Horspool do.
#include "input.h"
#include <stdlib.h>
#include <string.h>

static int search(const unsigned char *p, size_t n, const char *word, size_t length) {
    unsigned char skip[256];
    memset(skip, (int)length, sizeof skip);
    for (size_t i = 0; i + 1 < length; i++) {
        skip[(unsigned char)word[i]] = (unsigned char)(length - 1 - i);
    }
    size_t at = 0;
    while (at + length <= n) {
        size_t k = length;
        while (k > 0 && p[at + k - 1] == (unsigned char)word[k - 1]) {
            k--;
        }
        if (k == 0) {
            return (int)at;
        }
        at += skip[p[at + length - 1]];
    }
    return -1;
}

int main(void) {
    size_t n;
    unsigned char *p = buffer(&n);
    int at = search(p, n, "abac", 4);
    free(p);
    return at < 0 ? 255 : at;
}
