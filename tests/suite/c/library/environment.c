// run: --sym-env PLEACH_MODE=3
// A variable that can hold anything, and those that the program sets.
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *mode = getenv("PLEACH_MODE");
    pleach_assert(mode != NULL && strlen(mode) <= 3);
    pleach_assert(getenv("PLEACH_NONE") == NULL && setenv("PLEACH_NONE", "1", 0) == 0 && strcmp(getenv("PLEACH_NONE"), "1") == 0);
    if (strcmp(mode, "on") == 0)
        puts("on"); //~ reach
    pleach_assert(unsetenv("PLEACH_MODE") == 0 && getenv("PLEACH_MODE") == NULL);
    return 0;
}
// paths: any
