// Two objects with sizes that depend on each other: one byte is moved from the one to the other.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = pleach_range(0, 11, "n");
    char *left = malloc(n + 1);
    char *right = malloc(11 - n);
    assert(left != NULL && right != NULL);
    memset(left, 'l', n + 1);
    memset(right, 'r', 11 - n);
    assert(left[n] == 'l' && right[10 - n] == 'r');
    if (n == 10) {
        assert(right[0] == 'r');
        right[1] = 'x'; //~ error: out-of-bounds
    }
    char *both = malloc(12);
    assert(both != NULL);
    memcpy(both, left, n + 1);
    memcpy(both + n + 1, right, 11 - n);
    size_t k = pleach_range(0, 12, "k");
    assert(both[k] == (k <= n ? 'l' : 'r'));
    free(left);
    free(right);
    free(both);
    return 0;
}

// paths: 11
// errors: 1
