// Patterns and names of files over symbolic text.
#include <fnmatch.h>
#include <libgen.h>
#include <pleach.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char name[6];
    pleach_symbolic(name, sizeof name, "name");
    name[5] = '\0';
    int matches = fnmatch("a[0-9]*.c", name, 0) == 0;
    if (matches) {
        pleach_assert(name[0] == 'a' && name[1] >= '0' && name[1] <= '9'); //~ reach
        pleach_assert(strcmp(name + strlen(name) - 2, ".c") == 0);
    }
    char path[] = "usr/x/lib";
    path[4] = name[0];
    char *base = basename(path);
    if (name[0] == '/')
        pleach_assert(strcmp(base, "lib") == 0); //~ reach
    pleach_assert(strcmp(base, "lib") == 0 || name[0] == '\0');
    return 0;
}
// paths: any
