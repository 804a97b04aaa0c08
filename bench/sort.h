/* What the six sorts share: an array of SIZE numbers in [0, 2 * SIZE], of which SYMBOLIC are input and the others given.
 *
 * The symbolic ones are spread evenly; the given ones come from a fixed generator. A sort defines `sort` and includes
 * nothing else. */
#include <klee/klee.h>
#include <stddef.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 8
#endif
#ifndef SYMBOLIC
#define SYMBOLIC SIZE
#endif

static void sort(uint64_t *array, size_t size);

static void swap(uint64_t *a, uint64_t *b) {
    uint64_t old = *a;
    *a = *b;
    *b = old;
}

int main(void) {
    static uint64_t array[SIZE];
    uint64_t input[SYMBOLIC];
    klee_make_symbolic(input, sizeof input, "input");
    for (size_t i = 0; i < SYMBOLIC; i++)
        klee_assume(input[i] <= 2 * SIZE);
    uint64_t state = 12345;
    for (size_t i = 0; i < SIZE; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        array[i] = (state >> 33) % (2 * SIZE + 1);
    }
    for (size_t i = 0; i < SYMBOLIC; i++)
        array[(2 * i + 1) * SIZE / (2 * SYMBOLIC)] = input[i];
    sort(array, SIZE);
    return 0;
}
