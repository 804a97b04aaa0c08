// A number with more digits than the buffer has room for.
#include <pleach.h>
#include <stdio.h>

int main(void) {
    char buffer[4];
    int x = pleach_range(0, 2000, "x");
    sprintf(buffer, "%d", x); //~ error: out-of-bounds
    return buffer[0] == '1';
}

// One, two or three digits fit; four do not.
// paths: 4
// errors: 1
