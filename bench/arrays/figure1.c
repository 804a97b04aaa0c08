/* The example of figure 1 of "Type and Interval Aware Array Constraint Solving for Symbolic Execution": two elements of four
 * at symbolic places, of which the sum is compared. With 5 as the last element no two reach beyond 10, with 9 some do; both
 * tables are in the program. Each read is of 4 bytes at a multiple of 4, and what is known of i and j leaves two places for
 * each. */
#include "arrays.h"

enum { ELEMENTS = 4 };

static const int low[ELEMENTS] = {0, 0, 0, 5};
static const int high[ELEMENTS] = {0, 0, 0, 9};

/* Whether two elements whose places are far enough to the right sum up to more than 10. */
static int reaches(const int *a, int i, int j) {
    if (i + j > 4) {
        if (a[i] + a[j] > 10)
            return 1;
    }
    return 0;
}

int main(void) {
    int i = (int)make_index(ELEMENTS, "i"), j = (int)make_index(ELEMENTS, "j");
    int found = reaches(low, i, j);
    check(!found);
    if (reaches(high, i, j))
        check((i == 3) & (j == 3));
    return 0;
}
