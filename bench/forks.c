/* 2^BITS paths: every bit of the input is asked for once, and each question has two answers. */
#include <klee/klee.h>
#include <stdint.h>

#ifndef BITS
#define BITS 10
#endif

int main(void) {
    uint32_t input;
    klee_make_symbolic(&input, sizeof input, "input");
    int ones = 0;
    for (int bit = 0; bit < BITS; bit++)
        if (input >> bit & 1)
            ones++;
    return ones;
}
