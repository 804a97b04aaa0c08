// Elements of three bytes at a symbolic index.
#include <assert.h>
#include <pleach.h>

struct triple {
    unsigned char a, b, c;
};

int main(void) {
    struct triple t[5];
    for (int i = 0; i < 5; i++) {
        t[i] = (struct triple){i, 10 + i, 20 + i};
    }
    int i = pleach_range(0, 5, "i"), j = pleach_range(0, 5, "j");
    t[i].b = 99;
    assert(t[i].a == i && t[i].b == 99 && t[i].c == 20 + i);
    assert(t[j].c == 20 + j);
    if (t[j].b == 99) {
        assert(i == j);
        return 1;
    }
    assert(t[j].b == 10 + j);
    return 0;
}

// paths: 2
