/* Bubble sort, without an early end. */
#include "sort.h"

static void sort(word *array, size_t size) {
    for (size_t end = size; end > 1; end--)
        for (size_t i = 0; i + 1 < end; i++)
            if (array[i] > array[i + 1])
                swap(&array[i], &array[i + 1]);
}
