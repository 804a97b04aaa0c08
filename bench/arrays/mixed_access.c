/* The same table read as words, through a union as halves, byte by byte, and as words at any byte: what holds for one kind of
 * access is no longer true of the object once there is another. Some are copied with memcpy first, one is written as a byte
 * and read as a word. */
#include "arrays.h"

#include <string.h>

#ifndef N
#define N 6
#endif

enum { WORDS = 32 };

union cell {
    uint32_t word;
    uint16_t half[2];
    uint8_t byte[4];
};

static union cell cells[WORDS];
static uint32_t copy[WORDS];

static uint32_t read_anywhere(const uint8_t *bytes, uint32_t at) {
    uint32_t word;
    memcpy(&word, bytes + at, sizeof word);
    return word;
}

int main(void) {
    for (uint32_t i = 0; i < WORDS; i++)
        cells[i].word = i * 0x01020408 + 0x100;
    uint32_t place[N], found = 0;
    klee_make_symbolic(place, sizeof place, "place");
    for (unsigned i = 0; i < N; i++) {
        klee_assume(place[i] < WORDS);
        uint32_t word = cells[place[i]].word;
        check((cells[place[i]].half[1] == word >> 16) & (cells[place[i]].byte[0] == (uint8_t)word));
        if (word > 0x10000000)
            found++;
        /* From here on the table has a byte that the input chose, at a place that it chose. */
        cells[place[i]].byte[i % 4] = (uint8_t)(place[i] + i);
    }
    memcpy(copy, cells, sizeof copy);
    uint32_t at = make_index(4 * WORDS - 3, "at");
    uint32_t word = read_anywhere((const uint8_t *)copy, at);
    for (unsigned i = 0; i < 4; i++)
        check(((const uint8_t *)copy)[at + i] == (uint8_t)(word >> 8 * i));
    if (at % 4 == 0)
        check(word == cells[at / 4].word);
    else if ((word & 0xff) > 0x80)
        found++;
    check(found <= N + 1);
    return 0;
}
