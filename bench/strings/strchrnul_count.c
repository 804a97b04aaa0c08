// How far the first colon is, or the end: only whether it is too far.
#define _GNU_SOURCE
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 16
#endif

int main(void) {
    char line[N];
    pleach_symbolic(line, sizeof line, "line");
    line[N - 1] = '\0';
    if (strchrnul(line, ':') - line > 8) {
        return 1;
    }
    return strchrnul(line, '#') < strchrnul(line, ';') ? 2 : 0;
}
