// Comparing structures byte by byte looks at their padding.
// run: --uninitialized error
#include <string.h>

struct pair {
    char a;
    int b;
};

int main(void) {
    struct pair x;
    struct pair y;
    x.a = y.a = 1;
    x.b = y.b = 2;
    return memcmp(&x, &y, sizeof x) != 0; //~ error: uninitialized
}

// paths: 1
// errors: 1
