// The parts of a search path, each with its length.
#define _GNU_SOURCE
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 10
#endif

int main(void) {
    char path[N];
    size_t longest = 0;
    pleach_symbolic(path, sizeof path, "path");
    path[N - 1] = '\0';
    for (const char *part = path, *end;; part = end + 1) {
        end = strchrnul(part, ':');
        if ((size_t)(end - part) > longest) {
            longest = (size_t)(end - part);
        }
        if (*end == '\0') {
            break;
        }
    }
    return longest > 4;
}
