/* The least and the greatest of symbolic numbers, one after the other. */
#include "ase.h"

#ifndef SIZE
#define SIZE 10
#endif

static word minimum(const word *array) {
    word least = array[0];
    for (size_t i = 1; i < SIZE; i++)
        if (array[i] < least)
            least = array[i];
    return least;
}

static word maximum(const word *array) {
    word greatest = array[0];
    for (size_t i = 1; i < SIZE; i++)
        if (array[i] > greatest)
            greatest = array[i];
    return greatest;
}

int main(void) {
    word array[SIZE];
    make_input(array, SIZE, 0, 2 * SIZE, "array");
    word least = minimum(array), greatest = maximum(array);
    word between = 1;
    for (size_t i = 0; i < SIZE; i++)
        between &= (least <= array[i]) & (array[i] <= greatest);
    check(between);
    return 0;
}
