// A struct with padding is copied whole; its fields are what counts.
#include <assert.h>
#include <pleach.h>

struct padded {
    char tag;
    int value;
    char flag;
    long long wide;
};

int main(void) {
    struct padded a, b[3];
    pleach_symbolic(&a, sizeof a, "a");
    int i = pleach_range(0, 3, "i");
    b[0] = b[1] = b[2] = (struct padded){'t', 1, 'f', 2};
    b[i] = a;
    assert(b[i].tag == a.tag && b[i].value == a.value);
    assert(b[i].flag == a.flag && b[i].wide == a.wide);
    int other = (i + 1) % 3;
    assert(b[other].value == 1 && b[other].wide == 2);
    return 0;
}

// paths: 1
