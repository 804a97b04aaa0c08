/* Expands pairs of a count and a letter from standard input. The letters are freed when a count of zero ends the text, and used
 * once more. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char pair[2];
    char *text = malloc(32);
    size_t used = 0;
    while (fread(pair, 1, 2, stdin) == 2) {
        if (pair[0] > 3)
            return 1;
        if (pair[0] == 0)
            free(text);
        for (unsigned i = 0; i < pair[0]; i++)
            text[used++] = (char)pair[1];
        if (pair[1] == '!')
            text[0] = '!'; //~ error: use-after-free
    }
    printf("%zu\n", used);
    return 0;
}
// stdin: 2
