// A word is looked up in a list; which one it is decides what is returned.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 8
#endif

static const char *const words[] = {"begin", "case", "do", "done", "else", "end", "for", "if", "in", "then"};

int main(void) {
    char word[N];
    pleach_symbolic(word, sizeof word, "word");
    word[N - 1] = '\0';
    for (int i = 0; i < 10; i++) {
        if (strcmp(word, words[i]) == 0) {
            return i;
        }
    }
    return 10;
}
