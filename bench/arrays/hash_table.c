/* Puts N symbolic keys into a hash table with open addressing and asks for them and for one more: writes at symbolic places,
 * and reads at symbolic places after them. Keys are 16 bits wide, and so are the table's entries. */
#include "arrays.h"

#ifndef N
#define N 3
#endif
#ifndef SLOTS
#define SLOTS 16
#endif

enum { FREE = 0 };

static uint16_t keys[SLOTS];
static uint8_t places[SLOTS];

static unsigned hash(uint16_t key) {
    return (key ^ key >> 5 ^ key >> 11) & (SLOTS - 1);
}

/* The slot of a key, or the free one where it belongs. */
static unsigned find(uint16_t key) {
    unsigned slot = hash(key);
    while ((keys[slot] != key) & (keys[slot] != FREE))
        slot = (slot + 1) & (SLOTS - 1);
    return slot;
}

int main(void) {
    uint16_t input[N], asked;
    klee_make_symbolic(input, sizeof input, "keys");
    for (unsigned i = 0; i < N; i++) {
        klee_assume(input[i] != FREE);
        unsigned slot = find(input[i]);
        keys[slot] = input[i];
        places[slot] = (uint8_t)(i + 1);
    }
    klee_make_symbolic(&asked, sizeof asked, "asked");
    klee_assume(asked != FREE);
    unsigned slot = find(asked);
    unsigned place = 0;
    for (unsigned i = 0; i < N; i++)
        if (input[i] == asked)
            place = i + 1;
    check(places[slot] == place);
    return 0;
}
