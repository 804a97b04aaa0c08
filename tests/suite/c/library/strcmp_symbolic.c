// A password is guessed, character by character.
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

// It differs at the first, second, third character or at the end, or not at all.
// paths: 5
