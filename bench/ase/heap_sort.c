/* Heap sort. */
#include "sort.h"

static void sift_down(word *array, size_t root, size_t size) {
    for (;;) {
        size_t child = 2 * root + 1;
        if (child >= size)
            return;
        if (child + 1 < size && array[child + 1] > array[child])
            child++;
        if (array[root] >= array[child])
            return;
        swap(&array[root], &array[child]);
        root = child;
    }
}

static void sort(word *array, size_t size) {
    for (size_t root = size / 2; root-- > 0;)
        sift_down(array, root, size);
    for (size_t end = size; end-- > 1;) {
        swap(&array[0], &array[end]);
        sift_down(array, 0, end);
    }
}
