/* Quick sort; the last element is the pivot. */
#include "sort.h"

static void sort(word *array, size_t size) {
    if (size < 2)
        return;
    word pivot = array[size - 1];
    size_t below = 0;
    for (size_t i = 0; i + 1 < size; i++)
        if (array[i] < pivot)
            swap(&array[below++], &array[i]);
    swap(&array[below], &array[size - 1]);
    sort(array, below);
    sort(array + below + 1, size - below - 1);
}
