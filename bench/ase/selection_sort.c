/* Selection sort. */
#include "sort.h"

static void sort(word *array, size_t size) {
    for (size_t i = 0; i + 1 < size; i++) {
        size_t least = i;
        for (size_t j = i + 1; j < size; j++)
            if (array[j] < array[least])
                least = j;
        swap(&array[i], &array[least]);
    }
}
