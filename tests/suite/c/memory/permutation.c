// A permutation applied and undone.
#include <assert.h>
#include <pleach.h>

int main(void) {
    int p[4], back[4];
    unsigned seen = 0;
    for (int i = 0; i < 4; i++) {
        p[i] = pleach_range(0, 4, "p");
        seen |= 1u << p[i];
    }
    pleach_assume(seen == 15);
    for (int i = 0; i < 4; i++) {
        back[p[i]] = i;
    }
    for (int i = 0; i < 4; i++) {
        assert(back[p[i]] == i && p[back[i]] == i);
    }
    return back[0];
}

// paths: 1
