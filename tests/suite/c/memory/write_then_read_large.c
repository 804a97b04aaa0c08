// Two symbolic writes into a large array: the later one wins where they meet.
#include <assert.h>
#include <pleach.h>

static unsigned char a[2000];

int main(void) {
    int i = pleach_range(0, 2000, "i");
    int j = pleach_range(0, 2000, "j");
    int k = pleach_range(0, 2000, "k");
    a[i] = 1;
    a[j] = 2;
    int got = a[k];
    if (k == j) {
        assert(got == 2);
        return 2;
    }
    if (k == i) {
        assert(got == 1);
        return 1;
    }
    assert(got == 0);
    return 0;
}

// paths: 3
