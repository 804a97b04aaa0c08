// Euclid's algorithm on small numbers: the paths are those of the recursion.
#include <assert.h>
#include <pleach.h>

static unsigned gcd(unsigned a, unsigned b) {
    return b == 0 ? a : gcd(b, a % b);
}

int main(void) {
    unsigned a = pleach_range(1, 9, "a"), b = pleach_range(1, 9, "b");
    unsigned g = gcd(a, b);
    assert(g >= 1 && a % g == 0 && b % g == 0);
    return (int)g;
}

// One to five steps: from b divides a to 5 and 8.
// paths: 5
