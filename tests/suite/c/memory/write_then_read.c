// A write at one symbolic index is seen by a read at another exactly if they are equal.
#include <assert.h>
#include <pleach.h>

int main(void) {
    int a[6] = {0, 1, 2, 3, 4, 5};
    int i = pleach_range(0, 6, "i");
    int j = pleach_range(0, 6, "j");
    a[i] = 100;
    int got = a[j];
    if (i == j) {
        assert(got == 100);
        return 1;
    }
    assert(got == j);
    return 0;
}

// paths: 2
