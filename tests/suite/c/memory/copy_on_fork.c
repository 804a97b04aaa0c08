// What one side of a branch writes, the other does not see.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

static int global = 1;

int main(void) {
    int *heap = malloc(sizeof *heap);
    int local = 3;
    *heap = 2;
    int *volatile p = &local;
    if (pleach_int("x") > 0) {
        global = 10;
        *heap = 20;
        *p = 30;
    }
    int sum = global + *heap + local;
    assert(sum == 6 || sum == 60);
    free(heap);
    return sum;
}

// paths: 2
