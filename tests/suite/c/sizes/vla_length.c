// An array on the stack with a symbolic length: sizeof gives it, and the element behind the last one is outside.
#include <assert.h>
#include <pleach.h>
#include <string.h>

int main(void) {
    int n = pleach_range(1, 6, "n");
    int i = pleach_range(0, 6, "i");
    int a[n];
    assert(sizeof a == n * sizeof(int));
    memset(a, 0, sizeof a);
    a[i] = 3; //~ error: out-of-bounds
    assert(i < n);
    assert(a[0] == (i == 0 ? 3 : 0));
    assert(a[n - 1] == (i == n - 1 ? 3 : 0));
    return a[i];
}

// paths: 2
// errors: 1
