// Symbolic values in bit-fields: each comes back cut to its width, and the neighbours stay as they are.
#include <pleach.h>
#include <stdint.h>

struct __attribute__((packed)) fields {
    unsigned a : 3;
    int b : 7;
    uint64_t c : 37;
    int d : 1;
    unsigned e : 16;
};

int main(void) {
    struct fields f = {0};
    uint64_t x, y;
    pleach_symbolic(&x, sizeof x, "x");
    pleach_symbolic(&y, sizeof y, "y");
    f.a = x;
    f.c = y;
    f.b = (int)x;
    f.e = (uint16_t)y;
    f.d = (int)(x & 1);
    pleach_assert(f.a == (x & 7));
    pleach_assert((f.b >= -64) & (f.b < 64));
    pleach_assert(((f.b ^ x) & 127) == 0);
    pleach_assert(f.c == (y & 0x1FFFFFFFFF));
    pleach_assert((f.d == 0) | (f.d == -1));
    pleach_assert(f.e == (uint16_t)y);
    f.c++;
    pleach_assert(f.b == (int)((x & 127) ^ 64) - 64);
    pleach_assert(f.e == (uint16_t)y);
    return 0;
}
// paths: 1
