/* Many states alive at once. Breadth first, every state forks BITS times, writes to an array of its own, and then works
 * on alone for a while, so that all of them are alive when the memory of the process is looked at. */
#include <klee/klee.h>
#include <stdint.h>

#ifndef BITS
#define BITS 14
#endif
#ifndef WORK
#define WORK 6000
#endif

int main(void) {
    uint32_t input;
    uint8_t own[64] = {0};
    klee_make_symbolic(&input, sizeof input, "input");
    for (int bit = 0; bit < BITS; bit++) {
        if (input >> bit & 1)
            own[bit] = 'y';
        else
            own[bit] = 'n';
    }
    volatile uint32_t sum = 0;
    for (uint32_t i = 0; i < WORK; i++)
        sum += own[i % sizeof own];
    return 0;
}
