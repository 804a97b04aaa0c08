// A loop that runs up to the size and includes it, but only where the size is even.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int n = pleach_range(1, 6, "n");
    char *p = malloc(n);
    assert(p != NULL);
    int last = n % 2 == 0 ? n : n - 1;
    for (int i = 0; i <= last; i++) {
        p[i] = i; //~ error: out-of-bounds
    }
    assert(n % 2 == 1 && p[n - 1] == n - 1);
    free(p);
    return 0;
}

// paths: 5
// errors: 2
