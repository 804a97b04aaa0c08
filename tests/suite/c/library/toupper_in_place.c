// A word is turned to upper case; letters change, the rest does not.
#include <assert.h>
#include <ctype.h>
#include <pleach.h>
#include <stdio.h>

int main(void) {
    char word[3];
    pleach_symbolic(word, 2, "word");
    word[2] = 0;
    pleach_assume((word[0] > ' ') & (word[0] < 127) & (word[1] > ' ') & (word[1] < 127));
    for (char *p = word; *p; p++) {
        *p = (char)toupper((unsigned char)*p);
    }
    assert(!islower((unsigned char)word[0]) && !islower((unsigned char)word[1]));
    puts(word);
    return 0;
}

// paths: 1
