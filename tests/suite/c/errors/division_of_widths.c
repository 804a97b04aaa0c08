// Division by zero of narrow and wide types: the narrow ones are promoted, and zero stays zero.
#include <pleach.h>
#include <stdint.h>

int main(void) {
    uint8_t small;
    int64_t wide;
    pleach_symbolic(&small, sizeof small, "small");
    pleach_symbolic(&wide, sizeof wide, "wide");
    int a = 1000 / small; //~ error: div-by-zero
    int64_t b = 1000 % (wide & 0xff00000000); //~ error: div-by-zero
    return a + (b == 1000) > 1001;
}

// paths: 3
// errors: 2
