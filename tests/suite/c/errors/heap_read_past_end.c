// The loop's bound is off by one: the fifth element does not exist.
#include <stdlib.h>

int main(void) {
    int *a = calloc(4, sizeof *a);
    int sum = 0;
    for (int i = 0; i <= 4; i++) {
        sum += a[i]; //~ error: out-of-bounds
    }
    free(a);
    return sum;
}

// paths: 1
// errors: 1
