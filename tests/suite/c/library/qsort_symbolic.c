// Three unknown numbers are sorted.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void) {
    int a[3];
    pleach_symbolic(a, sizeof a, "a");
    unsigned sum = (unsigned)a[0] + (unsigned)a[1] + (unsigned)a[2];
    qsort(a, 3, sizeof a[0], compare);
    assert(a[0] <= a[1] && a[1] <= a[2]);
    assert(sum == (unsigned)a[0] + (unsigned)a[1] + (unsigned)a[2]);
    return 0;
}

// One path a permutation.
// paths: 6
