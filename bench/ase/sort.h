/* What the six sorts share: an array of SIZE numbers in [0, 2 * SIZE], of which SYMBOLIC are input and the others given.
 *
 * The symbolic ones are spread evenly. The given ones are odd, in a fixed random order, no two alike: a symbolic one can
 * stand before, between and after them. With REPEATS, given ones are drawn one by one and may be alike. A sort defines
 * `sort` and includes nothing else. */
#include "ase.h"

#ifndef SIZE
#define SIZE 8
#endif
#ifndef SYMBOLIC
#define SYMBOLIC SIZE
#endif

static void sort(word *array, size_t size);

static void swap(word *a, word *b) {
    word old = *a;
    *a = *b;
    *b = old;
}

static word draw(word *state, word below) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (*state >> 33) % below;
}

static void fill(word *array) {
    word state = 12345;
#ifdef REPEATS
    for (size_t i = 0; i < SIZE; i++)
        array[i] = draw(&state, 2 * SIZE + 1);
#else
    for (size_t i = 0; i < SIZE; i++)
        array[i] = 2 * i + 1;
    for (size_t i = SIZE - 1; i > 0; i--)
        swap(&array[i], &array[draw(&state, i + 1)]);
#endif
}

int main(void) {
    static word array[SIZE];
    word symbolic[SYMBOLIC];
    make_input(symbolic, SYMBOLIC, 0, 2 * SIZE, "input");
    fill(array);
    for (size_t i = 0; i < SYMBOLIC; i++)
        array[(2 * i + 1) * SIZE / (2 * SYMBOLIC)] = symbolic[i];
    sort(array, SIZE);
    word sorted = 1;
    for (size_t i = 0; i + 1 < SIZE; i++)
        sorted &= array[i] <= array[i + 1];
    check(sorted);
    return 0;
}
