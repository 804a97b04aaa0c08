// How a line begins decides what it is, and its rest is read accordingly.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 24
#endif

int main(void) {
    char line[N];
    pleach_symbolic(line, sizeof line, "line");
    line[N - 1] = '\0';
    if (strncmp(line, "http://", 7) == 0) {
        return line[7] == '[' ? 1 : 2;
    }
    if (strncmp(line, "https://", 8) == 0) {
        return line[8] == '[' ? 3 : 4;
    }
    if (strncmp(line, "file:", 5) == 0) {
        const char *path = line + 5;
        int depth = 0;
        for (; *path != '\0'; path++) {
            depth += *path == '/';
        }
        return depth > 2 ? 5 : 6;
    }
    return strncmp(line, "mailto:", 7) == 0 ? 7 : 0;
}
