// Lines of a text without an end; each line's first character says what it is.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 10
#endif

int main(void) {
    char text[N];
    int comments = 0;
    pleach_symbolic(text, sizeof text, "text");
    const char *line = text, *end = text + N;
    while (line < end) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (stop == NULL) {
            stop = end;
        }
        comments += line < stop && *line == '#';
        line = stop + 1;
    }
    return comments > 1;
}
