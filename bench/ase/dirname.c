/* The directory of a file name of symbolic characters, each of them a word. */
#include "ase.h"

#ifndef LENGTH
#define LENGTH 15
#endif

/* How many of its first characters name the directory; 0 for the current one. */
static size_t directory(const word *name) {
    size_t end = 0;
    for (size_t i = 0; name[i] != 0; i++)
        if (name[i] == '/')
            end = i + 1;
    size_t root = end;
    while (end > 0 && name[end - 1] == '/')
        end--;
    return end == 0 && root > 0 ? 1 : end;
}

int main(void) {
    word symbolic[LENGTH], name[LENGTH + 1];
    make_input(symbolic, LENGTH, 0, 127, "name");
    for (size_t i = 0; i < LENGTH; i++)
        name[i] = symbolic[i];
    name[LENGTH] = 0;
    size_t end = directory(name);
    check(end < 2 || name[end - 1] != '/');
    return 0;
}
