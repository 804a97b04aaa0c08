// Comparisons and searches in as many bytes as a number says: no path for each number, and what is behind them does not count.
#include <assert.h>
#include <pleach.h>
#include <string.h>
#include <strings.h>

int main(void) {
    char a[12], b[12];
    size_t n = pleach_range(0, 13, "n");
    pleach_symbolic(a, sizeof a, "a");
    pleach_symbolic(b, sizeof b, "b");
    int same = memcmp(a, b, n) == 0;
    assert(same == (bcmp(a, b, n) == 0));
    assert(!same || n < 3 || a[2] == b[2]);
    if (strncmp(a, b, n) != 0) {
        assert(!same);
        return 1; //~ reach
    }
    int has_comma = memchr(a, ',', n) != NULL;
    if (!has_comma && n > 4 && a[4] == ',') {
        return 2; //~ dead
    }
    return strnlen(a, n) > 9; //~ reach
}

// paths: 9
