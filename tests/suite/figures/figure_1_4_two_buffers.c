// Trabish 2024, figure 1.4: a pointer that denotes one of two objects is followed once for each.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    char **arrays[2];
    for (int i = 0; i < 2; i++) {
        arrays[i] = malloc(2 * sizeof(char *));
        for (int j = 0; j < 2; j++) {
            arrays[i][j] = malloc(10);
        }
    }
    unsigned i = pleach_int("i"), j = pleach_int("j");
    char **array = arrays[0];
    if ((i < 2) & (j < 10)) {
        char *buffer = array[i];
        buffer[j] = 'a';
    }
    return 0;
}

// with --memory-model fork: 3 paths
// with --memory-model merge: 2 paths
// with --memory-model dynamic: 2 paths
