// Trabish 2024, figure 1.6: the same questions about objects that lie at other addresses on another path.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int z = pleach_int("z");
    if (z == 0) {
        if (malloc(100) == NULL) {
            return 1;
        }
    }
    char **array = malloc(2 * sizeof(char *));
    for (int i = 0; i < 2; i++) {
        array[i] = calloc(10, 1);
    }
    array[1][3] = 'a';
    unsigned i = pleach_int("i"), j = pleach_int("j");
    if ((i < 2) & (j < 10)) {
        char *buffer = array[i];
        if (buffer[j] == 'a') {
            return 2; //~ reach
        }
    }
    return 0;
}

// with --memory-model fork: 8 paths
// with --memory-model merge: 6 paths
// with --memory-model dynamic: 6 paths
