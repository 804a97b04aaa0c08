// Copies the letters of a text to an object of the size that they need.
#include "input.h"
#include <stdlib.h>
#include <string.h>

static int is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

int main(void) {
    char *s = text();
    size_t letters = 0, used = 0;
    for (size_t i = 0; s[i] != '\0'; i++) {
        letters += is_letter(s[i]);
    }
    char *copy = malloc(letters + 1);
    if (copy == NULL) {
        return 0;
    }
    for (size_t i = 0; s[i] != '\0'; i++) {
        if (is_letter(s[i])) {
            copy[used++] = s[i];
        }
    }
    copy[used] = '\0';
    int result = strcmp(copy, "ok") == 0 ? 100 : (int)used;
    free(copy);
    free(s);
    return result;
}
