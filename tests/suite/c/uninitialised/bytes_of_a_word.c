// One byte of four was never written.
// run: --uninitialized error
#include <pleach.h>
#include <string.h>

int main(void) {
    unsigned char bytes[4];
    unsigned word;
    bytes[0] = 1;
    bytes[1] = pleach_range(0, 3, "x");
    bytes[3] = 4;
    memcpy(&word, bytes, 4);
    if ((word & 0xff00ffff) == 0x04000101) {
        return 1; //~ reach
    }
    if (word >> 24 == 4 && (word & 0xff00) == 0) {
        return 2; //~ reach
    }
    if (word & 0x100000) { //~ error: uninitialized
        return 3;
    }
    return 0;
}

// paths: 3
// errors: 1
