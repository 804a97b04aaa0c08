// A list is split at its commas, and the parts are looked at.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 11
#endif

int main(void) {
    char list[N];
    int parts = 1, empty = 0;
    pleach_symbolic(list, sizeof list, "list");
    list[N - 1] = '\0';
    char *part = list;
    for (char *comma; (comma = strchr(part, ',')) != NULL; part = comma + 1) {
        empty += comma == part;
        *comma = '\0';
        parts++;
    }
    return parts > 3 && empty > 1;
}
