// Three strings are put into order: the sign of each comparison decides, and the next comparison depends on it.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 6
#endif

int main(void) {
    char text[3][N];
    const char *sorted[3];
    pleach_symbolic(text, sizeof text, "text");
    for (int i = 0; i < 3; i++) {
        text[i][N - 1] = '\0';
        int at = i;
        for (; at > 0 && strcmp(sorted[at - 1], text[i]) > 0; at--) {
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = text[i];
    }
    pleach_assert(strcmp(sorted[0], sorted[2]) <= 0);
    return 0;
}
