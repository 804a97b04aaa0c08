/* The outer product of a vector of symbolic numbers with a given one, and how many of its elements are large. */
#include "ase.h"

#ifndef SIZE
#define SIZE 6
#endif

enum { FACTORS = 4, LARGE = 60 };

int main(void) {
    word vector[SIZE], product[SIZE][FACTORS];
    make_input(vector, SIZE, 0, 100, "vector");
    for (size_t i = 0; i < SIZE; i++)
        for (size_t j = 0; j < FACTORS; j++)
            product[i][j] = vector[i] * (j + 1);
    word count = 0, expected = 0;
    for (size_t i = 0; i < SIZE; i++)
        for (size_t j = 0; j < FACTORS; j++) {
            if (product[i][j] > LARGE)
                count++;
            expected += vector[i] > LARGE / (j + 1);
        }
    check(count == expected);
    return 0;
}
