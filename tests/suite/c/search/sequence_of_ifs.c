// Five independent conditions in sequence: all combinations.
#include <pleach.h>

int main(void) {
    unsigned char x[5];
    pleach_symbolic(x, sizeof x, "x");
    int code = 0;
    for (int i = 0; i < 5; i++) {
        if (x[i] > 'm') {
            code |= 1 << i;
        }
    }
    return code;
}

// paths: 32
