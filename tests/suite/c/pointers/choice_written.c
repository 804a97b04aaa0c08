// A pointer to one of several objects is read and written: one object changes, the others do not. One of them is too small for the
// access, one is constant, and one is freed.
#include <pleach.h>
#include <stdlib.h>

static int global = 10;
static const int fixed = 20;
static char small[2] = {1, 2};

int main(void)
{
    int local = 30, *heap = malloc(sizeof *heap), *gone = malloc(sizeof *gone);
    *heap = 40;
    free(gone);
    int *targets[] = {&global, (int *)&fixed, &local, heap, (int *)small, gone, NULL};
    unsigned which = pleach_range(0, 7, "which");
    int *p = targets[which];
    int before = *p; //~ error: null, out-of-bounds, use-after-free
    if (before == 20 + 10) //~ reach
        pleach_assert(p == &local);
    if (pleach_range(0, 2, "write")) {
        *p = before + 1; //~ error: read-only-write
        int sum = global + local + *heap;
        pleach_assert(sum == 81); //~ reach
        pleach_assert((global == 11) + (local == 31) + (*heap == 41) == 1);
        pleach_assert(*p == before + 1 && small[0] == 1);
    }
    free(heap);
    return 0;
}

// paths: any
