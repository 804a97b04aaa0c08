/* Reads an array at a symbolic index of 64 bits. The index is in bounds, which the address must be shown to be: it is the
 * index times the size of an element, beside all the other objects of the program. */
#include "ase.h"

#ifndef SIZE
#define SIZE 1000
#endif
#ifndef BITS
#define BITS 64
#endif

#define NAMED(bits) uint##bits##_t
#define UNSIGNED(bits) NAMED(bits)
typedef UNSIGNED(BITS) element;

static element before[SIZE], array[SIZE], after[SIZE];

int main(void) {
    for (size_t i = 0; i < SIZE; i++) {
        before[i] = 1;
        array[i] = 2;
        after[i] = 3;
    }
    word index;
    klee_make_symbolic(&index, sizeof index, "index");
    if (index < SIZE) {
        array[index] += 4;
        check(array[index] == 6);
    }
    return 0;
}
