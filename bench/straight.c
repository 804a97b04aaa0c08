/* One path on symbolic data: XTEA on a symbolic block. Every operation works on terms; nothing branches on them. */
#include <klee/klee.h>
#include <stdint.h>

#ifndef ROUNDS
#define ROUNDS 200
#endif

static const uint32_t key[4] = {0x00010203, 0x04050607, 0x08090a0b, 0x0c0d0e0f};

int main(void) {
    uint32_t block[2];
    klee_make_symbolic(block, sizeof block, "block");
    uint32_t left = block[0], right = block[1], sum = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        left += (((right << 4) ^ (right >> 5)) + right) ^ (sum + key[sum & 3]);
        sum += 0x9e3779b9;
        right += (((left << 4) ^ (left >> 5)) + left) ^ (sum + key[sum >> 11 & 3]);
    }
    block[0] = left;
    block[1] = right;
    return 0;
}
