// Through a union, what was written through another member can be read, and no more.
// run: --uninitialized error
#include <assert.h>
#include <pleach.h>
#include <string.h>

union word {
    unsigned char bytes[8];
    unsigned half;
    unsigned long whole;
    float number;
};

int main(void) {
    union word u;
    u.half = 0x3f800000;
    assert(u.bytes[3] == 0x3f && u.number == 1.0f);
    union word v = u;
    assert(v.half == u.half && v.whole != 5);
    if (pleach_range(0, 2, "x")) {
        return v.whole >> 33 == 5;
    }
    return 0;
} //~ error: uninitialized

// paths: 2
// errors: 1
