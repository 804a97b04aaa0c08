// The same in an array too large to enumerate.
#include <assert.h>
#include <pleach.h>

static unsigned short table[1024];

int main(void) {
    for (int i = 0; i < 1024; i++) {
        table[i] = (unsigned short)(7 * i + 3);
    }
    unsigned i = pleach_range(0, 1024, "i");
    unsigned got = table[i];
    if (got == 7 * 1000 + 3) {
        assert(i == 1000); //~ reach
        return 1;
    }
    if (got == 5) {
        return 2; //~ dead
    }
    return 0;
}

// paths: 2
