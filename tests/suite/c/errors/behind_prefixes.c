// Errors of different kinds behind different prefixes of the same input.
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char command[4];
    pleach_symbolic(command, sizeof command, "command");
    if (memcmp(command, "div", 3) == 0) {
        return 10 / command[3]; //~ error: div-by-zero
    }
    if (memcmp(command, "nul", 3) == 0) {
        return *(volatile char *)(command[3] ? command : NULL); //~ error: null
    }
    if (memcmp(command, "oob", 3) == 0) {
        return command[(unsigned char)command[3]]; //~ error: out-of-bounds
    }
    if (memcmp(command, "abrt", 4) == 0) {
        abort(); //~ error: abort
    }
    return 0;
}

// paths: any
