// A narrow type is promoted: a char may be shifted by up to 31.
#include <pleach.h>

int main(void) {
    unsigned char byte = (unsigned char)pleach_range(0, 256, "byte");
    int n = pleach_range(0, 40, "n");
    if (n < 24) {
        return (byte << n) == 0;
    }
    return (byte >> n) == 1; //~ error: overshift
}

// paths: 3
// errors: 1
