// The number of characters printed decides.
#include <assert.h>
#include <pleach.h>
#include <stdio.h>

int main(void) {
    unsigned char x;
    pleach_symbolic(&x, sizeof x, "x");
    int length = printf("%u\n", x);
    if (x >= 100) {
        assert(length == 4); //~ reach
    } else if (x >= 10) {
        assert(length == 3); //~ reach
    } else {
        assert(length == 2); //~ reach
    }
    return length;
}

// paths: 3
