/* Merge sort, top down. */
#include "sort.h"

static void merge_sort(word *array, word *scratch, size_t size) {
    if (size < 2)
        return;
    size_t half = size / 2;
    merge_sort(array, scratch, half);
    merge_sort(array + half, scratch, size - half);
    size_t left = 0, right = half;
    for (size_t i = 0; i < size; i++) {
        if (right == size || (left < half && array[left] <= array[right]))
            scratch[i] = array[left++];
        else
            scratch[i] = array[right++];
    }
    for (size_t i = 0; i < size; i++)
        array[i] = scratch[i];
}

static void sort(word *array, size_t size) {
    word scratch[SIZE];
    merge_sort(array, scratch, size);
}
