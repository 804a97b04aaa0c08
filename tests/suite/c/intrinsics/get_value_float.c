// klee_get_value_f and klee_get_value_d pass floating-point values through, bit by bit.
#include <klee/klee.h>
#include <string.h>

int main(void) {
    float f = klee_get_value_f(1.5f);
    double d = klee_get_value_d(-0.25);
    unsigned bits;
    unsigned long long wide;
    memcpy(&bits, &f, sizeof bits);
    memcpy(&wide, &d, sizeof wide);
    klee_assert(bits == 0x3FC00000u);
    klee_assert(wide == 0xBFD0000000000000ull);
    return 0; //~ reach
}
// paths: 1
