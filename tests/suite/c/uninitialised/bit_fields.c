// Writing a bit-field reads the word around it: the fields that were set are set all the same.
// run: --uninitialized error
#include <pleach.h>

struct flags {
    unsigned a : 3;
    unsigned b : 5;
    signed c : 9;
    unsigned d : 15;
    unsigned long e : 40;
};

int main(void) {
    struct flags f;
    unsigned x = pleach_range(0, 8, "x");
    f.a = x;
    f.c = -7;
    f.e = 1ul << 39;
    if (f.a == 3) {
        return 3; //~ reach
    }
    if (f.c == -7 && f.e >> 39 == 1) {
        struct flags g = f;
        if (g.a == 4) {
            return g.d;
        }
        if (g.a == 5 && g.b) { //~ error: uninitialized
            return 5;
        }
        return g.c == -7; //~ reach
    }
    return 0; //~ dead
} //~ error: uninitialized

// paths: 4
// errors: 2
