// The sides of each branch meet again, and nobody asks which was taken: one path, which stands for all.
// run: --merge all
#include <klee/klee.h>
#include <stdint.h>

int main(void) {
    uint8_t input;
    klee_make_symbolic(&input, sizeof input, "input");
    int ones = 0;
    for (int bit = 0; bit < 5; bit++) {
        if (input >> bit & 1) {
            ones++; //~ reach
        } else if (bit == 4) {
            ones += 10; //~ reach
        }
    }
    return ones;
}

// paths: 1
