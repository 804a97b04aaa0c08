// Bit fields share their words; signed ones extend.
#include <assert.h>
#include <pleach.h>

struct flags {
    unsigned a : 3;
    signed b : 5;
    unsigned c : 12;
    unsigned d : 20;
};

int main(void) {
    struct flags f;
    pleach_symbolic(&f, sizeof f, "f");
    unsigned c = f.c;
    unsigned d = f.d;
    f.a = 9;
    f.b = 17;
    assert(f.a == 1 && f.b == -15);
    assert(f.c == c && f.d == d);
    f.d++;
    assert(f.d == (d + 1) % (1u << 20));
    if (f.d == 0) {
        return 1; //~ reach
    }
    return 0;
}

// paths: 2
