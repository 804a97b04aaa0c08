// Whether characters are in a text decides; where they are does not matter.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 16
#endif

int main(void) {
    char text[N];
    pleach_symbolic(text, sizeof text, "text");
    text[N - 1] = '\0';
    if (strchr(text, '/') != NULL) {
        return 1;
    }
    if (strchr(text, '\\') != NULL) {
        return 2;
    }
    return strchr(text, '*') != NULL || strchr(text, '?') != NULL ? 3 : 0;
}
