// The status is what the operating system keeps of it: the low eight bits.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int x = pleach_int("x");
    if (x == 256) {
        return x; //~ reach
    }
    if (x == -1) {
        exit(x); //~ reach
    }
    if (x == 77) {
        _Exit(x + 300); //~ reach
    }
    exit(x & 127);
}

// paths: 4
