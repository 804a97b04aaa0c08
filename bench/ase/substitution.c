/* Substitutes bytes of input by those of a table, adds them up in a way that keeps none apart, and branches on the sum: about
 * this, sets of values, orders and bounds say next to nothing. */
#include "ase.h"

#ifndef LENGTH
#define LENGTH 4
#endif
#ifndef LIMIT
#define LIMIT 255
#endif
#ifndef ROUNDS
#define ROUNDS 6
#endif

static uint8_t table[256];

int main(void) {
    for (unsigned i = 0; i < 256; i++)
        table[i] = (uint8_t)(i * 167 + 13 + (i * i >> 3));
    word text[LENGTH];
    make_input(text, LENGTH, 0, LIMIT, "text");
    uint8_t sum = 0;
    word odd = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < LENGTH; i++)
            sum = table[(uint8_t)(sum ^ text[i])];
        if (sum & 1)
            odd++;
    }
    check(odd <= ROUNDS);
    return 0;
}
