// Pointers into one array compare as their indices do.
#include <assert.h>
#include <pleach.h>

int main(void) {
    int a[10];
    int i = pleach_range(0, 10, "i");
    int j = pleach_range(0, 10, "j");
    int *p = &a[i], *q = &a[j];
    assert((p < q) == (i < j) && (p == q) == (i == j) && p - q == i - j);
    if (p == q) {
        return 0;
    }
    return p < q ? 1 : 2;
}

// The assertion's conditions are decided by branches of which only one side is possible.
// paths: 2
