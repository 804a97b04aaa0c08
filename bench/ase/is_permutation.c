/* Whether one array of symbolic numbers is a permutation of another: every number of the first occurs equally often in
 * both. */
#include "ase.h"

#ifndef SIZE
#define SIZE 6
#endif

static size_t occurrences(const word *array, word value) {
    size_t count = 0;
    for (size_t i = 0; i < SIZE; i++)
        if (array[i] == value)
            count++;
    return count;
}

static int is_permutation(const word *first, const word *second) {
    for (size_t i = 0; i < SIZE; i++)
        if (occurrences(first, first[i]) != occurrences(second, first[i]))
            return 0;
    return 1;
}

int main(void) {
    word first[SIZE], second[SIZE];
    make_input(first, SIZE, 0, 2 * SIZE, "first");
    make_input(second, SIZE, 0, 2 * SIZE, "second");
    word difference = 0;
    for (size_t i = 0; i < SIZE; i++)
        difference += first[i] - second[i];
    if (is_permutation(first, second))
        check(difference == 0);
    return 0;
}
