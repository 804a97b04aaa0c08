// Locals of recursive calls are objects of their own, read through pointers from below.
#include <assert.h>
#include <pleach.h>
#include <stddef.h>

struct frame {
    int value;
    const struct frame *up;
};

static int sum(const struct frame *up, int depth, int limit) {
    struct frame here = {depth, up};
    if (depth < limit) {
        return sum(&here, depth + 1, limit);
    }
    int total = 0;
    for (const struct frame *at = &here; at != NULL; at = at->up) {
        total += at->value;
    }
    return total;
}

int main(void) {
    int limit = pleach_range(0, 5, "limit");
    int total = sum(NULL, 0, limit);
    assert(total == limit * (limit + 1) / 2);
    return total;
}

// paths: 5
