// Pointer arithmetic: end - begin elements lie between two pointers.
#include <assert.h>
#include <pleach.h>
#include <stddef.h>

static long sum(const int *begin, const int *end) {
    long total = 0;
    for (; begin != end; begin++) {
        total += *begin;
    }
    return total;
}

int main(void) {
    int ones[5] = {1, 1, 1, 1, 1};
    int from = pleach_range(0, 3, "from");
    int to = pleach_range(3, 6, "to");
    ptrdiff_t length = &ones[to] - &ones[from];
    assert(sum(ones + from, ones + to) == length);
    return (int)length;
}

// The loop runs one to five times: from is 0 to 2, to is 3 to 5.
// paths: 5
