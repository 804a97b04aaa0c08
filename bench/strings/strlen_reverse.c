// A string is turned around in place: the length bounds a loop and is an index.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 40
#endif

int main(void) {
    char text[N], first;
    pleach_symbolic(text, sizeof text, "text");
    text[N - 1] = '\0';
    first = text[0];
    size_t length = strlen(text);
    for (size_t i = 0; i < length / 2; i++) {
        char kept = text[i];
        text[i] = text[length - 1 - i];
        text[length - 1 - i] = kept;
    }
    pleach_assert(length == 0 || text[length - 1] == first);
    return 0;
}
