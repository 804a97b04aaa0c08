// Trabish 2024, figure 3.2: an element of a matrix of rows, at symbolic places, decides a branch. Here one element is not zero, so that both
// sides can be reached: with a path for each object, there are three paths, without forks over objects two.
#include <pleach.h>
#include <stdlib.h>

#define N 2

int main(void)
{
    char **array = calloc(N, sizeof(char *));
    for (int i = 0; i < N; i++)
        array[i] = calloc(256, 1);
    array[1][40] = 1;
    unsigned i = pleach_range(0, N, "i"), j = pleach_range(0, 100, "j");
    if (array[i][j] == 1)
        pleach_assert(i == 1 && j == 40);
    return 0;
}

// with --tests all --memory-model fork: 3 paths
// with --tests all --memory-model merge: 2 paths
// with --tests all --memory-model dynamic: 2 paths
