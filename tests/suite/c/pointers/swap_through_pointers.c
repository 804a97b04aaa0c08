// Two pointers that may be the same.
#include <assert.h>
#include <pleach.h>

static void swap(int *a, int *b) {
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
}

int main(void) {
    int a[3] = {1, 2, 3};
    int i = pleach_range(0, 3, "i");
    int j = pleach_range(0, 3, "j");
    swap(&a[i], &a[j]);
    assert(a[0] + a[1] + a[2] == 6); //~ error: assert
    return 0;
}

// Swapping an element with itself by exclusive or loses it.
// paths: 2
// errors: 1
