// Logical and arithmetic, 32 and 64 bits.
#include <pleach.h>
#include <stdint.h>

int main(void) {
    unsigned n;
    pleach_symbolic(&n, sizeof n, "n");
    int64_t value = -16;
    if (n < 64) {
        value >>= n;
        return (uint32_t)value >> n == 0; //~ error: overshift
    }
    value = value >> n; //~ error: overshift
    return 0; //~ dead
}

// paths: 3
// errors: 2
