// Pointers are kept in an array of symbolic length, and each is what was put there.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int n = pleach_range(2, 5, "n");
    int values[2] = {11, 22};
    int **table = calloc(n, sizeof *table);
    assert(table != NULL);
    table[0] = &values[0];
    table[n - 1] = &values[1];
    assert(*table[0] == 11);
    assert(*table[n - 1] == 22);
    int sum = *table[1]; //~ error: null
    assert(n == 2 && sum == 22);
    free(table);
    return 0;
}

// paths: 2
// errors: 1
