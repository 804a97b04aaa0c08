// Optimisers take elements of vectors before they know whether these are there: only a use is an error.
// cflags: -O2
// coverage: no optimised code executes other lines
#include <pleach.h>

typedef int v4 __attribute__((vector_size(16)));

__attribute__((noinline)) static int guarded(v4 v, unsigned i) {
    int element = v[i & 7];
    return (i & 7) < 4 ? element : -1;
}

__attribute__((noinline)) static int wrong(v4 v, unsigned i) {
    return v[i]; //~ error: out-of-bounds
}

int main(void) {
    unsigned i = pleach_range(0, 8, "i"), j = pleach_range(0, 5, "j");
    v4 v = {1, 2, 3, (int)i};
    return guarded(v, i) > 100 ? 3 : wrong(v, j) > 2;
}

// paths: any
