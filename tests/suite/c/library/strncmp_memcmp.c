// The sign of a comparison.
#include <assert.h>
#include <pleach.h>
#include <string.h>

int main(void) {
    unsigned char a[3], b[3];
    pleach_symbolic(a, sizeof a, "a");
    pleach_symbolic(b, sizeof b, "b");
    int order = memcmp(a, b, 3);
    if (order == 0) {
        assert(a[0] == b[0] && a[1] == b[1] && a[2] == b[2]);
        return 0;
    }
    if (order < 0) {
        assert(a[0] <= b[0]);
        return 1;
    }
    assert(a[0] >= b[0]);
    return 2;
}

// Equal, smaller or larger, at whatever place.
// paths: 3
