// A negative length becomes a huge number of bytes.
#include <pleach.h>
#include <string.h>

int main(void) {
    char from[16] = {0}, to[16];
    int length = pleach_range(-1, 3, "length");
    memcpy(to, from, length); //~ error: out-of-bounds
    return 0;
}

// paths: 2
// errors: 1
