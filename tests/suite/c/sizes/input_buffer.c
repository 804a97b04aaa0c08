// An input of symbolic size: a length in it that is not checked against its size is found, with the sizes for which it matters.
#include <pleach.h>

int main(void) {
    size_t size;
    unsigned char *p = pleach_symbolic_buffer(6, "message", &size);
    if (size < 2) {
        return 1; //~ reach
    }
    unsigned count = p[0];
    if (count > size) {
        return 2; //~ reach
    }
    unsigned sum = 0;
    for (unsigned i = 0; i < count; i++) {
        sum += p[1 + i]; //~ error: out-of-bounds
    }
    pleach_assert(count < size);
    return sum == 300; //~ reach
}

// paths: 13
// errors: 5
