// Every type of object: scalars, arrays, structs, heap and global objects.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static short global;

struct pair {
    char first;
    long second;
};

int main(void) {
    double number;
    struct pair pair;
    int *heap = malloc(3 * sizeof *heap);
    klee_make_symbolic(&global, sizeof global, "global");
    klee_make_symbolic(&number, sizeof number, "number");
    klee_make_symbolic(&pair, sizeof pair, "pair");
    klee_make_symbolic(heap, 3 * sizeof *heap, "heap");
    int count = 0;
    if (global == 1000) {
        count++;
    }
    if (pair.first == 'a' && pair.second == -1) {
        count++;
    }
    if (heap[2] == 77) {
        count++;
    }
    free(heap);
    return count;
}

// Two, three and two outcomes.
// paths: 12
