/* Binary search for a symbolic number in an array of symbolic numbers. The array need not be sorted: then a number may be
 * missed, but what is found is there. */
#include "ase.h"

#ifndef SIZE
#define SIZE 2000
#endif

/* Its place, or SIZE. */
static size_t binary_search(const word *array, word key) {
    size_t low = 0, high = SIZE;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (array[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < SIZE && array[low] == key)
        return low;
    return SIZE;
}

int main(void) {
    static word array[SIZE];
    make_input(array, SIZE, 0, 2 * SIZE, "array");
    word key = input(0, 2 * SIZE, "key");
    size_t place = binary_search(array, key);
    if (place < SIZE)
        check(array[place] == key);
    return 0;
}
