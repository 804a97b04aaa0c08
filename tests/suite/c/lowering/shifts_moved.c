// An optimiser moves shifts in front of the conditions that guard them. Only a result that is used is an error.
// cflags: -O2
#include <pleach.h>

static unsigned guarded(unsigned x, unsigned by) {
    return by < 32 ? x << by : x;
}

__attribute__((noinline)) static unsigned sum_of_guarded(const unsigned *x, unsigned by) {
    unsigned sum = 0;
    for (int i = 0; i < 16; i++) {
        if (by < 32) {
            sum += x[i] >> by;
        } else {
            sum ^= x[i];
        }
    }
    return sum;
}

int main(void) {
    unsigned by = (unsigned)pleach_range(0, 40, "by");
    unsigned x[16];
    for (unsigned i = 0; i < 16; i++) {
        x[i] = i * 0x01234567u;
    }
    if (guarded(5, by) == 160) {
        return 1;
    }
    if (sum_of_guarded(x, by) == 0x89abcdf8u) {
        return 2;
    }
    volatile unsigned long kept = by;
    if (by == 36) {
        kept = 1u << kept; //~ error: overshift
    }
    return (int)kept;
}

// paths: any
