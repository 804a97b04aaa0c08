// Each turn of a loop has its own array with a length of its own.
#include <assert.h>
#include <pleach.h>
#include <string.h>

int main(void) {
    int n = pleach_range(1, 30, "n");
    int sum = 0;
    for (int turn = 0; turn < 3; turn++) {
        unsigned char a[n + turn];
        memset(a, turn + 1, sizeof a);
        sum += a[0] + a[n + turn - 1];
        assert(sizeof a == (size_t)(n + turn));
    }
    assert(sum == 12);
    return 0;
}

// paths: 1
