/* The first place of a symbolic number in an array of symbolic numbers. */
#include "ase.h"

#ifndef SIZE
#define SIZE 1000
#endif

/* Its place, or SIZE. */
static size_t linear_find(const word *array, word key) {
    for (size_t i = 0; i < SIZE; i++)
        if (array[i] == key)
            return i;
    return SIZE;
}

int main(void) {
    static word array[SIZE];
    make_input(array, SIZE, 0, 2 * SIZE, "array");
    word key = input(0, 2 * SIZE, "key");
    size_t place = linear_find(array, key);
    if (place < SIZE)
        check(array[place] == key);
    return 0;
}
