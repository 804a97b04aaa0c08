// Trabish 2024, figure 4.1: two paths allocate the same matrix, after different allocations, and then ask the same about it. Of each of
// the two paths there are three with a path for each object (the magic number in its row, another in its row, the other row),
// and two without.
#include <pleach.h>
#include <stdlib.h>

#define N 2
#define MAGIC 7

int main(void)
{
    int z = pleach_int("z");
    if (z > 0)
        free(malloc(24));
    char **array = calloc(N, sizeof(char *));
    for (int i = 0; i < N; i++)
        array[i] = calloc(N, 1);
    array[0][1] = MAGIC;
    unsigned i = pleach_range(0, N, "i"), j = pleach_range(0, N, "j");
    if (array[i][j] == MAGIC)
        pleach_assert(i == 0 && j == 1);
    return 0;
}

// with --tests all --memory-model fork: 6 paths
// with --tests all --memory-model merge: 4 paths
// with --tests all --memory-model dynamic: 4 paths
