// No path splits more than twice: four paths.
// run: --max-depth 2
#include <pleach.h>

int main(void) {
    int x = pleach_int("x");
    int bits = 0;
    for (int i = 0; i < 8; i++) {
        if (x & 1 << i) {
            bits++;
        }
    }
    return bits;
}

// paths: 4
// complete: no
// incomplete: max-depth
