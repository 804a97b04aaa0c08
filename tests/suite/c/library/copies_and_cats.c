// strcpy, strncpy, strcat, strncat with a string of unknown length.
#include <assert.h>
#include <pleach.h>
#include <string.h>

int main(void) {
    char name[4], all[16], fixed[6];
    pleach_symbolic(name, sizeof name, "name");
    name[3] = 0;
    strcpy(all, "<");
    strcat(all, name);
    strncat(all, ">more", 1);
    size_t length = strlen(name);
    assert(strlen(all) == length + 2 && all[length + 1] == '>');
    strncpy(fixed, name, sizeof fixed);
    assert(fixed[3] == 0 && fixed[5] == 0);
    return (int)length;
}

// paths: 4
