// Whether each character is one of a given set: the text is concrete, what is looked for is not.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 4
#endif

int main(void) {
    char text[N];
    int operators = 0, blanks = 0;
    pleach_symbolic(text, sizeof text, "text");
    for (int i = 0; i < N; i++) {
        if (strchr("+-*/%", text[i]) != NULL) {
            operators++;
        } else if (strchr(" \t\n", text[i]) != NULL) {
            blanks++;
        }
    }
    return operators > blanks;
}
