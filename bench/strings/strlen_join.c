// Two parts are joined with a dot between them in memory of the right size.
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 20
#endif

int main(void) {
    char name[N], suffix[N];
    pleach_symbolic(name, sizeof name, "name");
    pleach_symbolic(suffix, sizeof suffix, "suffix");
    name[N - 1] = suffix[N - 1] = '\0';
    size_t before = strlen(name), after = strlen(suffix);
    char *joined = malloc(before + after + 2);
    memcpy(joined, name, before);
    joined[before] = '.';
    memcpy(joined + before + 1, suffix, after + 1);
    pleach_assert(joined[before + after + 1] == '\0');
    free(joined);
    return 0;
}
