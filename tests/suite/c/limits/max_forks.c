// After three forks no path splits any more: four paths.
// run: --max-forks 3
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
// stopped: max-forks
// incomplete: max-forks
