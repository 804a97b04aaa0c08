// The bytes that a symbolic number of them is compared in do not exist for all numbers.
#include <pleach.h>
#include <string.h>

int main(void) {
    char a[6];
    pleach_symbolic(a, sizeof a, "a");
    size_t n = pleach_range(0, 8, "n");
    if (n == 0) {
        return memcmp(a + 6, a, n); //~ reach
    }
    if (memcmp(a, "abcdefgh", n) == 0) { //~ error: out-of-bounds
        return 1; //~ reach
    }
    if (memchr(a, 'x', n) == NULL) { //~ error: out-of-bounds
        return 2; //~ reach
    }
    return 3; //~ reach
}

// paths: 6
