// A password is guessed.
#include <pleach.h>
#include <string.h>

int main(void) {
    char word[5];
    pleach_symbolic(word, sizeof word, "word");
    word[4] = 0;
    if (strcmp(word, "key") == 0) {
        return 1; //~ reach
    }
    return 0;
}

// It is right or wrong: where it differs is no matter.
// paths: 2
