/* Insertion sort. */
#include "sort.h"

static void sort(word *array, size_t size) {
    for (size_t i = 1; i < size; i++) {
        word value = array[i];
        size_t at = i;
        for (; at > 0 && array[at - 1] > value; at--)
            array[at] = array[at - 1];
        array[at] = value;
    }
}
