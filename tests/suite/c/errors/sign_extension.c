// A char used as an index is negative for half of its values.
#include <pleach.h>

static const char classes[256] = {['a'] = 1, ['b'] = 2};

int main(void) {
    signed char c;
    pleach_symbolic(&c, sizeof c, "c");
    return classes[c]; //~ error: out-of-bounds
}

// paths: 2
// errors: 1
